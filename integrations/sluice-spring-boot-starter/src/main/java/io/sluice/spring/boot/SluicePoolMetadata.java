package io.sluice.spring.boot;

import io.sluice.jdbc.SluicePool;
import io.sluice.pool.PoolSnapshot;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.metadata.AbstractDataSourcePoolMetadata;

/**
 * The figures of the pool behind a data source that Boot publishes as {@code jdbc.connections}.
 * Boot keeps this when the pool is replaced, so it looks for the pool each time. Thread-safe.
 */
final class SluicePoolMetadata extends AbstractDataSourcePoolMetadata<DataSource> {

    /**
     * @param dataSource leads to a pool of Sluice
     */
    SluicePoolMetadata(DataSource dataSource) {
        super(dataSource);
    }

    private SluicePool pool() {
        return Objects.requireNonNull(PoolBeans.behind(getDataSource()));
    }

    @Override
    public Integer getActive() {
        PoolSnapshot now = pool().snapshot();
        return now.accessible() + now.inaccessible();
    }

    @Override
    public Integer getIdle() {
        return pool().snapshot().available();
    }

    @Override
    public Integer getMax() {
        return pool().snapshot().maxSize();
    }

    @Override
    public Integer getMin() {
        return pool().snapshot().minSize();
    }

    @Override
    public @Nullable String getValidationQuery() {
        return pool().configuration().validationQuery();
    }

    @Override
    public @Nullable Boolean getDefaultAutoCommit() {
        return pool().configuration().autoCommit();
    }
}
