package io.sluice.perf.xa;

import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.AtomikosDataSourceBean;

/** Opens Atomikos with its own pool, and without a log. */
final class AtomikosXa {

    private AtomikosXa() {}

    static OpenXa open(XaSettings settings) throws Exception {
        System.setProperty("com.atomikos.icatch.enable_logging", "false");
        System.setProperty("com.atomikos.icatch.tm_unique_name", "perf");
        System.setProperty("com.atomikos.icatch.max_actives", "10000");
        UserTransactionManager manager = new UserTransactionManager();
        manager.init();
        return OpenXa.of(
                manager,
                settings,
                (database, name) -> {
                    AtomikosDataSourceBean pool = new AtomikosDataSourceBean();
                    pool.setUniqueResourceName(name);
                    pool.setXaDataSourceClassName(database.className());
                    pool.setXaProperties(database.toProperties());
                    pool.setMinPoolSize(Math.max(1, settings.minSize())); // it takes no 0
                    pool.setMaxPoolSize(settings.size());
                    pool.init();
                    return pool;
                });
    }
}
