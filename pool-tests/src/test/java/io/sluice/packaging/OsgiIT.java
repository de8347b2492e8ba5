package io.sluice.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.h2.Driver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.Version;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.jdbc.DataSourceFactory;

/**
 * The jars as bundles in Felix, with H2 and a bundle that opens pools. The class path of the test
 * is out of their sight: no thread has its class loader while pools start.
 */
@Tag("once")
class OsgiIT {

    @TempDir static Path folder;

    private static ClassLoader before;
    private static Framework felix;
    private static Bundle core;
    private static Bundle jdbc;
    private static Bundle h2;

    @BeforeAll
    static void startFelix() throws Exception {
        before = Thread.currentThread().getContextClassLoader();
        felix =
                ServiceLoader.load(FrameworkFactory.class)
                        .findFirst()
                        .orElseThrow()
                        .newFramework(
                                Map.of(
                                        Constants.FRAMEWORK_STORAGE,
                                        folder.resolve("felix").toString(),
                                        "felix.service.urlhandlers",
                                        "false"));
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        felix.start();
        install(BuiltJars.with(DataSourceFactory.class)).start();
        h2 = install(BuiltJars.with(Driver.class));
        core = install(BuiltJars.of("sluice-pool-core"));
        jdbc = install(BuiltJars.of("sluice-pool-jdbc4"));
        for (Bundle bundle : List.of(h2, core, jdbc, install(application()))) {
            bundle.start();
        }
    }

    @AfterAll
    static void stopFelix() throws Exception {
        Thread.currentThread().setContextClassLoader(before);
        felix.stop();
        assertThat(felix.waitForStop(10_000).getType()).isEqualTo(FrameworkEvent.STOPPED);
    }

    private static Bundle install(Path jar) throws Exception {
        return felix.getBundleContext().installBundle(jar.toUri().toString());
    }

    private static Path application() throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, "com.example.orders");
        headers.putValue(Constants.BUNDLE_ACTIVATOR, PoolActivator.class.getName());
        headers.putValue(
                Constants.IMPORT_PACKAGE,
                "io.sluice.jdbc,javax.sql,org.osgi.framework,org.osgi.service.jdbc");
        Path jar = folder.resolve("orders.jar");
        String entry = PoolActivator.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream in = PoolActivator.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        return jar;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {PoolActivator.BY_URL, PoolActivator.BY_CLASS_NAME, PoolActivator.BY_FACTORY})
    void connectionsComeFromTheBundleOfTheDriver(String way) throws Exception {
        Collection<ServiceReference<DataSource>> found =
                felix.getBundleContext()
                        .getServiceReferences(
                                DataSource.class, "(" + PoolActivator.WAY + "=" + way + ")");
        assertThat(found).hasSize(1);
        DataSource pool = felix.getBundleContext().getService(found.iterator().next());
        Class<?> ofDriver = h2.loadClass("org.h2.jdbc.JdbcConnection");

        try (Connection connection = pool.getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(connection.unwrap(ofDriver)).isNotNull();
        }
        assertThat(pool.getClass()).isSameAs(jdbc.loadClass(pool.getClass().getName()));
    }

    /** Any minor version before 1.0 may change what the bundle implements. */
    @Test
    void aCoreOfAnotherMinorVersionIsRefused() {
        Version version = jdbc.getVersion();
        String range =
                "[%1$d.%2$d,%1$d.%3$d)"
                        .formatted(version.getMajor(), version.getMinor(), version.getMinor() + 1);

        assertThat(jdbc.getHeaders().get(Constants.IMPORT_PACKAGE))
                .contains("io.sluice.pool;version=\"" + range + '"')
                .contains("io.sluice.pool.spi;version=\"" + range + '"');
    }

    @Test
    void bundlesExportThePackagesOfTheModules() throws Exception {
        assertThat(exportsOf(core)).isEqualTo(exportsOf(BuiltJars.of("sluice-pool-core")));
        assertThat(exportsOf(jdbc)).isEqualTo(exportsOf(BuiltJars.of("sluice-pool-jdbc4")));
    }

    private static Set<String> exportsOf(Bundle bundle) {
        return bundle
                .adapt(BundleRevision.class)
                .getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)
                .stream()
                .map(p -> (String) p.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE))
                .collect(Collectors.toSet());
    }

    private static Set<String> exportsOf(Path jar) {
        return ModuleFinder.of(jar).findAll().iterator().next().descriptor().exports().stream()
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
    }

    /** Every other package is the JDK's or of the two bundles. */
    @Test
    void bundlesNeedNoOtherBundle() {
        for (Bundle bundle : List.of(core, jdbc)) {
            assertThat(
                            bundle.adapt(BundleRevision.class)
                                    .getWiring()
                                    .getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE))
                    .extracting(wire -> wire.getProvider().getBundle())
                    .filteredOn(provider -> !provider.equals(h2)) // by the drivers' names
                    .isSubsetOf(felix, core);
        }
    }
}
