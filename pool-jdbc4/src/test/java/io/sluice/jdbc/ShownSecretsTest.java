package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.internal.config.TestSecret;
import io.sluice.pool.FlushMode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a pool shows of itself while all goes well and while its driver says all it knows. Nowhere
 * is there a password, nor a part of one.
 */
@Timeout(300)
@Tag("once")
class ShownSecretsTest {

    /** The methods that return what was set, as it is. */
    private static final Set<String> AS_SET =
            Set.of("url", "password", "recoveryPassword", "dataSourceProperties");

    /** Where a user can see something. */
    private enum Where {
        EXCEPTION,
        LOG,
        MBEAN,
        RECORDING,
        OBJECT
    }

    private final Map<Where, StringBuffer> shown = new EnumMap<>(Where.class);
    private final TellingDriver driver = new TellingDriver();
    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    /** A logger without a strong reference is collected with its handler. */
    private final Logger logger = Logger.getLogger("io.sluice");

    private final Handler handler = new Keeper();

    @TempDir Path folder;

    private final class Keeper extends Handler {

        @Override
        public void publish(LogRecord entry) {
            show(Where.LOG, new SimpleFormatter().format(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void listen() throws SQLException {
        for (Where where : Where.values()) {
            shown.put(where, new StringBuffer());
        }
        DriverManager.registerDriver(driver);
        handler.setLevel(Level.ALL);
        logger.setLevel(Level.ALL);
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() throws SQLException {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
        DriverManager.deregisterDriver(driver);
    }

    private void show(Where where, Object what) {
        shown.get(where).append(what).append('\n');
    }

    private void showFailure(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        show(Where.EXCEPTION, text);
        show(Where.OBJECT, failure.getMessage() + " " + failure.getLocalizedMessage());
        if (failure instanceof SQLException e && e.getNextException() != null) {
            showFailure(e.getNextException());
        }
        if (failure.getCause() instanceof SQLException e) {
            showFailure(e);
        }
    }

    private void showBean(String pool) throws Exception {
        ObjectName name = new ObjectName("io.sluice:type=Pool,name=" + ObjectName.quote(pool));
        show(Where.MBEAN, beans.getMBeanInfo(name));
        Object leases = beans.invoke(name, "leases", new Object[0], new String[0]);
        show(Where.MBEAN, Arrays.deepToString((Object[]) leases));
        for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
            Object value = beans.getAttribute(name, attribute.getName());
            show(Where.MBEAN, value instanceof Object[] array ? Arrays.deepToString(array) : value);
        }
    }

    /** Shows an object, and what its public methods return that only look. */
    private void showObject(Object object, int depth) throws Exception {
        show(Where.OBJECT, object);
        if (object == null || depth == 0) {
            return;
        }
        if (object instanceof Optional<?> some) {
            showObject(some.orElse(null), depth);
        } else if (object instanceof Collection<?> all) {
            for (Object each : all) {
                showObject(each, depth);
            }
        } else if (object instanceof Map<?, ?> map) {
            showObject(map.keySet(), depth);
            showObject(map.values(), depth);
        } else if (object.getClass().getName().startsWith("io.sluice.")) {
            for (Method method : object.getClass().getMethods()) {
                if (isLook(method)) {
                    showObject(returned(object, method), depth - 1);
                }
            }
        }
    }

    private static Object returned(Object object, Method method) throws Exception {
        try {
            return method.invoke(object);
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    private static boolean isAsSet(String method) {
        return AS_SET.stream().anyMatch(name -> method.matches("(?i)(get)?" + name));
    }

    /** Of a record or a configuration every method only looks; of others those that get. */
    private static boolean isLook(Method method) {
        Class<?> owner = method.getDeclaringClass();
        boolean isData =
                owner.isRecord()
                        || owner == JdbcPoolConfig.class
                        || method.getName().matches("(get|is|snapshot|leases|sizing|config).*");
        return isData
                && owner.getName().startsWith("io.sluice.")
                && Modifier.isPublic(owner.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && method.getParameterCount() == 0
                && !method.getName().startsWith("getConnection")
                && method.getReturnType() != void.class
                && !isAsSet(method.getName());
    }

    private void showRecording(Recording recording) throws Exception {
        Path events = folder.resolve("events.jfr");
        recording.dump(events);
        RecordingFile.readAllEvents(events).forEach(event -> show(Where.RECORDING, event));
    }

    private static Recording record() {
        Recording recording = new Recording();
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .filter(type -> type.getName().startsWith("io.sluice."))
                .forEach(type -> recording.enable(type.getName()).withoutThreshold());
        for (String name : List.of("Wait", "Use", "Create", "Discard")) {
            recording.enable("io.sluice." + name).withoutThreshold();
        }
        recording.start();
        return recording;
    }

    private static void use(SluiceDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
            statement.execute();
        }
    }

    @ParameterizedTest
    @EnumSource
    void noPasswordIsShownAnywhere(TestSecret secret) throws Exception {
        JdbcPoolConfig config = TellingDriver.config("telling", secret).build();
        try (Recording recording = record();
                SluiceDataSource pool = watched(new SluiceDataSource(config))) {
            pool.start();
            try (Connection connection = pool.getConnection();
                    PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
                connection.setReadOnly(true);
                showFailure(catchThrowable(pool::getConnection)); // none is left
                showFailure(catchThrowable(() -> pool.getConnection("app", "another")));
                showBean("telling");
                showObject(pool, 4);
                showObject(config, 2);
                showObject(new Credentials("app", secret.text()).toString(), 1);
                show(Where.OBJECT, connection + " " + statement);
            }
            driver.lose();
            Throwable ignored = catchThrowable(() -> use(pool)); // the driver's own
            await().until(() -> pool.snapshot().total() == 0);
            // Told after a time-out, or at once.
            driver.refuse(secret.text().length() % 2 == 0 ? "08001" : "28000");
            show(Where.OBJECT, pool.flush(FlushMode.IMMEDIATE));
            showFailure(catchThrowable(pool::getConnection));
            showObject(pool, 4);
            showBean("telling");
            showRecording(recording);
        }

        assertThat(shown.get(Where.EXCEPTION)).contains("cannot connect to jdbc:telling");
        assertThat(shown.get(Where.LOG)).contains("cannot connect to jdbc:telling");
        assertThat(shown.get(Where.LOG)).contains("BROKEN").contains("could not be closed");
        assertThat(shown.get(Where.RECORDING)).contains("failure = \"java.sql.SQLException\"");
        assertThat(shown.get(Where.MBEAN)).contains("password = (not shown)");
        assertThat(shown.get(Where.OBJECT)).contains("password = (not shown)");
        shown.forEach(
                (where, text) ->
                        assertThat(text.toString().lines().filter(TestSecret::isIn).toList())
                                .as("%s", where)
                                .isEmpty());
    }
}
