package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Drivers that only the class loader of the application sees, one of which cannot be loaded. */
@Timeout(60)
class DriversOfTheApplicationTest {

    private final Thread thread = Thread.currentThread();
    private final ClassLoader before = thread.getContextClassLoader();
    private URLClassLoader application;

    @BeforeEach
    void install(@TempDir Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve("java.sql.Driver"),
                "com.example.MissingDriver\n" + HiddenDriver.class.getName() + "\n");
        application = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before);
        thread.setContextClassLoader(application);
    }

    @AfterEach
    void remove() throws Exception {
        thread.setContextClassLoader(before);
        application.close();
    }

    private static void open(String url) throws Exception {
        SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder()
                                        .name("orders")
                                        .url(url)
                                        .startup(Startup.LAZY)
                                        .build()));
        pool.close();
    }

    @Test
    void oneThatCannotBeLoadedHidesNoOther() throws Exception {
        open("jdbc:hidden:orders");
    }

    @Test
    void oneThatCannotBeLoadedIsToldWhereNoneAccepts() {
        assertThatThrownBy(() -> open("jdbc:nosuch:orders"))
                .hasMessageStartingWith(
                        "Pool orders: url is \"jdbc:nosuch:orders\" and no registered driver accepts it")
                .satisfies(
                        e ->
                                assertThat(e.getCause().getSuppressed())
                                        .singleElement()
                                        .isInstanceOf(ServiceConfigurationError.class)
                                        .asString()
                                        .contains("com.example.MissingDriver"));
    }

    @Test
    void oneThatFailsToAnswerIsToldWithoutPasswords() {
        Throwable refused = catchThrowable(() -> open("jdbc:broken:orders"));

        Throwable[] told = refused.getCause().getSuppressed();
        assertThat(told).hasSize(2);
        assertThat(told[1]).asString().contains("app:***@host");
    }
}
