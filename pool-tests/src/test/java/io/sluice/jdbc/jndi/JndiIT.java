package io.sluice.jdbc.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.Postgres;
import io.sluice.jdbc.SluiceDataSource;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.sql.DataSource;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ContextResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.w3c.dom.NamedNodeMap;
import org.xml.sax.InputSource;

/** Data sources of PostgreSQL in the naming services of Tomcat and Jetty. */
@SuppressWarnings("BanJNDI") // all names are ours
class JndiIT {

    private static final String URL = Postgres.url();

    private static Reference reference(Map<String, String> options) {
        Reference reference =
                new Reference(
                        DataSource.class.getName(), SluiceObjectFactory.class.getName(), null);
        options.forEach((key, value) -> reference.add(new StringRefAddr(key, value)));
        return reference;
    }

    private static Context jetty() throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(
                Context.INITIAL_CONTEXT_FACTORY, "org.eclipse.jetty.jndi.InitialContextFactory");
        return new InitialContext(environment);
    }

    @Test
    void aResourceOfTomcatServesAndIsClosedWithItsApplication(@TempDir Path folder)
            throws Exception {
        List<SluiceDataSource> found = new ArrayList<>();
        inTomcat(
                folder,
                Map.of(
                        "url",
                        URL,
                        "username",
                        Postgres.USER,
                        "password",
                        Postgres.PASSWORD,
                        "maxSize",
                        "3",
                        "leakThreshold",
                        "1m"),
                () -> {
                    SluiceDataSource orders = lookUp();
                    found.add(orders);
                    try (Connection connection = orders.getConnection()) {
                        assertThat(connection.isValid(1)).isTrue();
                    }
                    assertThat(lookUp()).as("one of each resource").isSameAs(orders);
                    assertThat(orders).hasToString("SluiceDataSource[orders, started]");
                    assertThat(orders.getMaxSize()).isEqualTo(3);
                    assertThat(orders.getLeakThreshold()).isEqualTo(Duration.ofMinutes(1));
                });

        assertThat(found).hasSize(1);
        assertThat(found.get(0)).hasToString("SluiceDataSource[orders, closed]");
    }

    @Test
    void aMistakeInAResourceOfTomcatIsNamed(@TempDir Path folder) throws Exception {
        inTomcat(
                folder,
                Map.of("url", URL, "maxPoolSize", "3"),
                () ->
                        assertThatThrownBy(JndiIT::lookUp)
                                .isInstanceOf(NamingException.class)
                                .hasMessage(
                                        "JNDI resource orders: unknown option \"maxPoolSize\";"
                                                + " maxPoolSize of c3p0 and Bitronix is maxSize"
                                                + " here"));
    }

    private interface Check {
        void run() throws Exception;
    }

    private static SluiceDataSource lookUp() throws NamingException {
        return (SluiceDataSource) new InitialContext().lookup("java:comp/env/jdbc/orders");
    }

    /** Starts a Tomcat without a port, with one resource; the check runs in its application. */
    private static void inTomcat(Path folder, Map<String, String> options, Check check)
            throws Exception {
        Logger log = Logger.getLogger("org.apache");
        log.setLevel(Level.OFF);
        Tomcat tomcat = new Tomcat();
        try {
            tomcat.setBaseDir(folder.toString());
            tomcat.enableNaming();
            org.apache.catalina.Context application = tomcat.addContext("", folder.toString());
            ContextResource resource = new ContextResource();
            resource.setName("jdbc/orders");
            resource.setType(DataSource.class.getName());
            resource.setAuth("Container");
            resource.setCloseMethod("close");
            resource.setProperty("factory", SluiceObjectFactory.class.getName());
            options.forEach(resource::setProperty);
            application.getNamingResources().addResource(resource);
            List<Throwable> failures = new ArrayList<>();
            List<String> ran = new ArrayList<>();
            application.addServletContainerInitializer(
                    (classes, servlets) -> {
                        ran.add("check");
                        try {
                            check.run();
                        } catch (Throwable e) { // Tomcat would only log it
                            failures.add(e);
                        }
                    },
                    null);
            tomcat.start();
            tomcat.stop();
            assertThat(failures).isEmpty();
            assertThat(ran).hasSize(1);
        } finally {
            tomcat.destroy();
            log.setLevel(null);
        }
    }

    @Test
    void jettyMakesADataSourceOfAReference() throws Exception {
        Context jetty = jetty();
        jetty.bind(
                "fromReference",
                reference(
                        Map.of(
                                "url", URL,
                                "username", Postgres.USER,
                                "password", Postgres.PASSWORD)));
        try (SluiceDataSource found = (SluiceDataSource) jetty.lookup("fromReference");
                Connection connection = found.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
            assertThat(found.getName()).isEqualTo("fromReference");
        }
    }

    @Test
    void jettyReturnsTheDataSourceThatIsBound() throws Exception {
        Context jetty = jetty();
        try (SluiceDataSource pool = new SluiceDataSource()) {
            jetty.bind("bound", pool);
            assertThat(jetty.lookup("bound")).isSameAs(pool);
        }
    }

    @Test
    void aReferenceableDataSourceIsMadeAnewWithAllThatIsSet() throws Exception {
        Context jetty = jetty();
        try (ReferenceableDataSource pool = new ReferenceableDataSource()) {
            pool.setName("${not a variable}");
            pool.setUrl(URL + "?tcpKeepAlive=true");
            pool.setUsername(Postgres.USER);
            pool.setPassword("se${cret");
            pool.setMaxSize(7);
            pool.setLeakThreshold(Duration.ofSeconds(90));
            pool.setIsolation(Isolation.SERIALIZABLE);
            pool.setAutoCommit(false);
            pool.setDataSourceProperties(Map.of("ApplicationName", "orders"));
            jetty.bind("referenceable", pool);

            try (SluiceDataSource found = (SluiceDataSource) jetty.lookup("referenceable")) {
                assertThat(found).isNotSameAs(pool);
                assertThat(values(found)).isEqualTo(values(pool));
                assertThat(found.getPassword()).isEqualTo("se${cret");
                assertThat(found.getUrl()).isEqualTo(pool.getUrl());
                assertThat(found.getDataSourceProperties())
                        .isEqualTo(pool.getDataSourceProperties());
            }
        }
    }

    private static Map<String, String> values(SluiceDataSource source) {
        Map<String, String> values = new HashMap<>();
        source.configuration()
                .options()
                .forEach(option -> values.put(option.option().key(), option.value()));
        return values;
    }

    @Test
    void anObjectCannotBePutIntoAReference() {
        try (ReferenceableDataSource pool = new ReferenceableDataSource()) {
            pool.setName("orders");
            pool.setDataSource(new PGSimpleDataSource());
            assertThatThrownBy(pool::getReference)
                    .isInstanceOf(NamingException.class)
                    .hasMessage(
                            "dataSource of pool orders is an object, which a JNDI reference cannot"
                                    + " hold; bind a SluiceDataSource, or set it in another way");
        }
    }

    @Test
    void theResourceInTheDocumentationIsRight() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        String sample =
                page.substring(page.indexOf("<Resource "), page.indexOf("/>") + "/>".length());
        NamedNodeMap attributes =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(sample)))
                        .getDocumentElement()
                        .getAttributes();
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < attributes.getLength(); i++) {
            values.put(attributes.item(i).getNodeName(), attributes.item(i).getNodeValue());
        }
        assertThat(values.remove("type")).isEqualTo(DataSource.class.getName());
        assertThat(values.remove("factory")).isEqualTo(SluiceObjectFactory.class.getName());
        Name name = new CompositeName(values.remove("name"));
        try (SluiceDataSource made =
                (SluiceDataSource)
                        new SluiceObjectFactory()
                                .getObjectInstance(reference(values), name, null, null)) {
            assertThat(made.getName()).isEqualTo("orders");
            assertThat(made.getMaxSize()).isEqualTo(20);
        }
    }

    @Test
    void otherObjectsAreLeftToOtherFactories() throws NamingException {
        SluiceObjectFactory factory = new SluiceObjectFactory();
        assertThat(factory.getObjectInstance("text", null, null, null)).isNull();
        assertThat(factory.getObjectInstance(new Reference("java.lang.String"), null, null, null))
                .isNull();
    }
}
