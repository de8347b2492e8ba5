package io.sluice.spring.boot;

import io.sluice.jdbc.SluicePool;
import io.sluice.pool.PoolSnapshot;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.metadata.AbstractDataSourcePoolMetadata;

/** The figures of a pool that Boot publishes as {@code jdbc.connections}. Thread-safe. */
final class SluicePoolMetadata extends AbstractDataSourcePoolMetadata<SluicePool> {

    SluicePoolMetadata(SluicePool pool) {
        super(pool);
    }

    @Override
    public Integer getActive() {
        PoolSnapshot now = getDataSource().snapshot();
        return now.accessible() + now.inaccessible();
    }

    @Override
    public Integer getIdle() {
        return getDataSource().snapshot().available();
    }

    @Override
    public Integer getMax() {
        return getDataSource().snapshot().maxSize();
    }

    @Override
    public Integer getMin() {
        return getDataSource().snapshot().minSize();
    }

    @Override
    public @Nullable String getValidationQuery() {
        return getDataSource().configuration().validationQuery();
    }

    @Override
    public @Nullable Boolean getDefaultAutoCommit() {
        return getDataSource().configuration().autoCommit();
    }
}
