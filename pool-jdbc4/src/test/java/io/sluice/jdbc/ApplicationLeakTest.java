package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application with its own driver and customizer, over a class loader with Sluice. */
@Timeout(60)
class ApplicationLeakTest {

    /** Loaded by a loader of its own, with its nested classes. */
    public static final class Application implements ConnectionCustomizer {

        /** The driver's data source, found with the context class loader. */
        public static final class Source implements DataSource {

            private final JdbcDataSource target = new JdbcDataSource();

            @Override
            public Connection getConnection() throws SQLException {
                target.setURL("jdbc:h2:mem:leak");
                return target.getConnection();
            }

            @Override
            public Connection getConnection(String username, String password) throws SQLException {
                return getConnection();
            }

            @Override
            public PrintWriter getLogWriter() {
                return null;
            }

            @Override
            public void setLogWriter(PrintWriter out) {}

            @Override
            public void setLoginTimeout(int seconds) {}

            @Override
            public int getLoginTimeout() {
                return 0;
            }

            @Override
            public Logger getParentLogger() {
                return Logger.getLogger("application");
            }

            @Override
            public <T> T unwrap(Class<T> type) throws SQLException {
                throw new SQLException("no " + type);
            }

            @Override
            public boolean isWrapperFor(Class<?> type) {
                return false;
            }
        }

        @Override
        public void customize(Connection connection) {}

        /** Called by reflection. */
        public void run() throws SQLException {
            SluiceDataSource pool = new SluiceDataSource();
            pool.setName("application");
            pool.setDataSourceClassName(Source.class.getName());
            pool.setConnectionCustomizer(this);
            pool.setStatementCacheSize(5);
            pool.setMinSize(1);
            pool.setMaxSize(2);
            try (Connection connection = pool.getConnection();
                    PreparedStatement statement = connection.prepareStatement("select 1")) {
                statement.execute();
            }
            pool.close();
        }
    }

    /** Defines the classes of the application itself, and leaves all others to its parent. */
    private static final class ApplicationLoader extends URLClassLoader {

        ApplicationLoader() {
            super(new URL[0], ApplicationLeakTest.class.getClassLoader());
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
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void anApplicationThatHasClosedItsPoolsIsCollected() throws Exception {
        // Its first database starts a thread for the end of the process, with this thread's loader.
        DriverManager.getConnection("jdbc:h2:mem:first").close();

        WeakReference<ClassLoader> loader = runTwice();

        await("nothing keeps the loader").until(() -> isCollected(loader));
    }

    private static boolean isCollected(WeakReference<?> reference) {
        System.gc();
        return reference.refersTo(null);
    }

    private static WeakReference<ClassLoader> runTwice() throws Exception {
        ApplicationLoader loader = new ApplicationLoader();
        Class<?> type = loader.loadClass(Application.class.getName());
        assertThat(type).isNotSameAs(Application.class);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            for (int time = 1; time <= 2; time++) {
                type.getMethod("run").invoke(type.getConstructor().newInstance());
            }
        } finally {
            thread.setContextClassLoader(before);
        }
        return new WeakReference<>(loader);
    }
}
