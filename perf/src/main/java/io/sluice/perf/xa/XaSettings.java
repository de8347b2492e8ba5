package io.sluice.perf.xa;

import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The settings that every contestant is opened with.
 *
 * @param databases one or two
 * @param minSize how many connections each pool makes by itself
 * @param size how many connections each pool has at most
 * @param stubManager whether the manager is the stub, where the pool can do without its own
 */
record XaSettings(List<Database> databases, int minSize, int size, boolean stubManager) {

    /**
     * A database.
     *
     * @param className the class of its XADataSource
     * @param properties the properties of the XADataSource
     */
    record Database(String className, Map<String, String> properties) {

        /** Returns a database with a user. */
        static Database of(String className, String url, String user) {
            return new Database(className, Map.of("url", url, "user", user, "password", ""));
        }

        /** Returns the properties in the form that most pools want. */
        Properties toProperties() {
            Properties all = new Properties();
            all.putAll(properties);
            return all;
        }
    }
}
