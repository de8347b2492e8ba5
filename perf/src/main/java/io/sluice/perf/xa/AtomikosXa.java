package io.sluice.perf.xa;

import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.AtomikosDataSourceBean;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Opens Atomikos with its own pool, and without a log. */
final class AtomikosXa {

    private static final int ACTIVE = 10_000;

    private AtomikosXa() {}

    static OpenXa open(XaSettings settings) throws Exception {
        System.setProperty("com.atomikos.icatch.enable_logging", "false");
        System.setProperty("com.atomikos.icatch.tm_unique_name", "perf");
        System.setProperty("com.atomikos.icatch.max_actives", Integer.toString(ACTIVE));
        UserTransactionManager manager = new UserTransactionManager();
        manager.init();
        List<DataSource> sources = new ArrayList<>();
        for (XaSettings.Database database : settings.databases()) {
            AtomikosDataSourceBean pool = new AtomikosDataSourceBean();
            pool.setUniqueResourceName("perf-" + sources.size());
            pool.setXaDataSourceClassName(database.className());
            pool.setXaProperties(database.toProperties());
            pool.setMinPoolSize(Math.max(1, settings.minSize())); // it takes no 0
            pool.setMaxPoolSize(settings.size());
            pool.init();
            sources.add(pool);
        }
        return new JakartaXa(manager, sources);
    }
}
