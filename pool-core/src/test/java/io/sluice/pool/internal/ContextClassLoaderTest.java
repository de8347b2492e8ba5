package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SystemTicker;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Drivers and providers look for their services with the context class loader of their thread. */
class ContextClassLoaderTest {

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final Thread thread = Thread.currentThread();
    private final ClassLoader before = thread.getContextClassLoader();
    private final BlockingQueue<Thread> creators = new LinkedBlockingQueue<>();
    private URLClassLoader application;

    /** Named as a service where only the loader of the application sees it. */
    public static final class HiddenTool implements ToolProvider {

        @Override
        public String name() {
            return "hidden";
        }

        @Override
        public int run(PrintWriter out, PrintWriter err, String... arguments) {
            return 0;
        }
    }

    @BeforeEach
    void install(@TempDir Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(ToolProvider.class.getName()), HiddenTool.class.getName());
        application = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before);
    }

    @AfterEach
    void remove() throws Exception {
        thread.setContextClassLoader(before);
        application.close();
    }

    private void openWithItsLoader() {
        thread.setContextClassLoader(application);
        fixture.open(config -> config.maxSize(1));
        thread.setContextClassLoader(null);
    }

    @Test
    void servicesOfTheThreadThatOpenedThePoolAreFound() throws Exception {
        List<String> found = new CopyOnWriteArrayList<>();
        fixture.factory.onCreate =
                number ->
                        ServiceLoader.load(ToolProvider.class)
                                .forEach(tool -> found.add(tool.name()));
        openWithItsLoader();

        fixture.acquire().release();

        assertThat(found).contains("hidden");
    }

    @Test
    void aThreadKeepsNoLoaderWhenItsTaskIsOver() throws Exception {
        fixture.factory.onCreate = number -> creators.add(Thread.currentThread());
        openWithItsLoader();
        fixture.acquire().release();

        Thread creator = creators.poll(30, TimeUnit.SECONDS);

        await("a creator that is idle")
                .until(
                        creator::getState,
                        Set.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED)::contains);
        assertThat(creator.getContextClassLoader()).isNull();
    }

    @Test
    void aTaskAfterTheCloseHasNone() throws Exception {
        thread.setContextClassLoader(application);
        CreatorThreads threads = new CreatorThreads("orders", SystemTicker.INSTANCE);
        thread.setContextClassLoader(null);
        BlockingQueue<String> loaders = new LinkedBlockingQueue<>();
        Runnable task = () -> loaders.add("" + Thread.currentThread().getContextClassLoader());
        threads.execute(task);
        assertThat(loaders.poll(30, TimeUnit.SECONDS)).isEqualTo(application.toString());

        threads.end();
        threads.execute(task);

        assertThat(loaders.poll(30, TimeUnit.SECONDS)).isEqualTo("null");
        threads.shutdown();
    }
}
