package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolListener;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.jfr.FlightRecorders;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An application over a shared class loader that contains Sluice, as in a server. */
class ClassLoaderLeakTest {

    /** Opens a pool and closes it, in its own thread group; loaded by a loader of its own. */
    public static final class Application
            implements ResourceFactory<Application.Resource>, PoolListener {

        /** The resource of its pool. */
        public static final class Resource {}

        private final FlightRecorder recorder = FlightRecorders.of("application");
        private ResourcePool<Resource> pool;

        /** Called by reflection. */
        public void open() throws InterruptedException {
            PoolConfig config =
                    PoolConfig.builder()
                            .name("application")
                            .minSize(2)
                            .maxSize(2)
                            .leakThreshold(Duration.ofMinutes(1))
                            .listener(this)
                            .build();
            pool = ResourcePool.open(config, this);
            Holder<Resource> holder = pool.acquire();
            holder.release(holder.stamp());
            recorder.inDoubt(holder, "1:2:3", null);
        }

        /** Called by reflection. */
        public void close() {
            pool.close();
            recorder.close();
        }

        @Override
        public Resource create() {
            return new Resource();
        }

        @Override
        public void destroy(Resource resource) {}
    }

    /** Defines the classes of the application itself, and leaves all others to its parent. */
    private static final class ApplicationLoader extends URLClassLoader {

        ApplicationLoader() {
            super(new URL[0], ClassLoaderLeakTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith(Application.class.getName())) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(
                        name,
                        bytes,
                        0,
                        bytes.length,
                        new java.security.ProtectionDomain(null, null, this, null));
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void anApplicationThatHasClosedItsPoolsIsCollected() throws Exception {
        WeakReference<ClassLoader> first = runTwice();
        try {
            await("nothing keeps the loader").until(() -> isCollected(first));
        } finally {
            SystemTicker.INSTANCE.close();
        }
    }

    /** Another pool of the server keeps the timer that the application has started. */
    private static WeakReference<ClassLoader> runTwice() throws Exception {
        ApplicationLoader loader = new ApplicationLoader();
        Class<?> type = loader.loadClass(Application.class.getName());
        assertThat(type).isNotSameAs(Application.class);
        for (int time = 1; time <= 2; time++) {
            Object application = type.getConstructor().newInstance();
            call(loader, application, "open");
            if (time == 1) {
                SystemTicker.INSTANCE.open();
            }
            call(loader, application, "close");
        }
        return new WeakReference<>(loader);
    }

    private static void call(ClassLoader loader, Object application, String method)
            throws Exception {
        Background<Void> call =
                Background.start(
                        () -> {
                            Thread.currentThread().setContextClassLoader(loader);
                            application.getClass().getMethod(method).invoke(application);
                            return null;
                        });
        call.get();
        call.thread().join();
    }

    static boolean isCollected(WeakReference<?> reference) {
        System.gc();
        return reference.refersTo(null);
    }
}
