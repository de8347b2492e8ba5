package io.sluice.jdbc.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BeanPropertiesTest {

    private final Vendor bean = new Vendor();

    /** A bean as vendors make them. */
    @SuppressWarnings("unused") // called by reflection
    public static class Vendor {
        String serverName = "";
        int portNumber;
        long size;
        boolean ssl;
        char[] secret = {};
        Thread.State state = Thread.State.NEW;
        String url = "";
        Object both = "";

        public void setServerName(String value) {
            serverName = value;
        }

        public void setPortNumber(int value) {
            if (value < 0) {
                throw new IllegalArgumentException("negative");
            }
            portNumber = value;
        }

        public void setSize(Long value) {
            size = value;
        }

        public void setSsl(boolean value) {
            ssl = value;
        }

        public void setPassword(char[] value) {
            if (value.length > 3) {
                throw new IllegalArgumentException("too long: " + new String(value));
            }
            secret = value.clone();
        }

        public void setState(Thread.State value) {
            state = value;
        }

        public void setURL(String value) {
            if (value.startsWith("bad")) {
                throw new IllegalArgumentException("no URL: " + value);
            }
            url = value;
        }

        public void setBoth(int value) {
            both = value;
        }

        public void setBoth(String value) {
            both = value;
        }

        public void setObject(Object value) {}
    }

    private void refused(String name, String value, String message) {
        assertThatThrownBy(() -> BeanProperties.set(bean, Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void everyTypeThatTextCanBecomeIsSet() {
        BeanProperties.set(
                bean,
                Map.of(
                        "serverName", "db",
                        "portNumber", "5432",
                        "size", "9000000000",
                        "ssl", "TRUE",
                        "password", "x y",
                        "state", "waiting",
                        "url", "jdbc:x",
                        "both", "7"));
        assertThat(bean.serverName).isEqualTo("db");
        assertThat(bean.portNumber).isEqualTo(5432);
        assertThat(bean.size).isEqualTo(9_000_000_000L);
        assertThat(bean.ssl).isTrue();
        assertThat(bean.secret).containsExactly('x', ' ', 'y');
        assertThat(bean.state).isEqualTo(Thread.State.WAITING);
        assertThat(bean.url).isEqualTo("jdbc:x");
        assertThat(bean.both).isEqualTo("7");
    }

    @Test
    void anUnknownPropertyIsRefusedWithTheNearestName() {
        refused(
                "serverNam",
                "db",
                "dataSource.serverNam is not a property of "
                        + Vendor.class.getName()
                        + "; did you mean dataSource.serverName: correct the name or remove it");
        refused(
                "loginTimeout",
                "5",
                "dataSource.loginTimeout is not a property of "
                        + Vendor.class.getName()
                        + "; expected one of URL, both, password, portNumber, serverName, size, ssl, state:"
                        + " correct the name or remove it");
    }

    @Test
    void aBadValueIsRefusedWithTheTypeAndWithoutSecrets() {
        refused(
                "portNumber",
                "abc",
                "dataSource.portNumber is \"abc\"; expected a value of type int");
        refused(
                "portNumber",
                "-1",
                "dataSource.portNumber is \"-1\"; "
                        + Vendor.class.getName()
                        + " refused it: java.lang.IllegalArgumentException: negative");
        refused("ssl", "yes", "dataSource.ssl is \"yes\"; expected a value of type boolean");
    }

    @Test
    void whatASetterSaysDoesNotShowTheSecretItWasGiven() {
        refused(
                "password",
                "hidden",
                "dataSource.password is (not shown); "
                        + Vendor.class.getName()
                        + " refused it: java.lang.IllegalArgumentException");
        assertThatThrownBy(
                        () -> BeanProperties.set(bean, Map.of("url", "bad?password=hidden&ssl=on")))
                .hasMessage(
                        "dataSource.url is \"bad?password=***&ssl=on\"; "
                                + Vendor.class.getName()
                                + " refused it: java.lang.Exception: java.lang.IllegalArgumentException: no"
                                + " URL: bad?password=***&ssl=on")
                .satisfies(e -> assertThat(e.getCause().toString()).doesNotContain("hidden"));
    }
}
