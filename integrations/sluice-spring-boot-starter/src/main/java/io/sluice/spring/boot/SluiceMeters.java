package io.sluice.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.micrometer.SluiceMeterBinder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The meters of all pools of an application, which end with it: a registry may serve a later
 * application as well. Thread-safe.
 */
final class SluiceMeters implements MeterBinder, DisposableBean {

    private final ConfigurableListableBeanFactory beans;

    /** One for a pool, which serves all registries. */
    private final Map<SluicePool, SluiceMeterBinder> binders = new ConcurrentHashMap<>();

    SluiceMeters(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        PoolBeans.all(beans)
                .forEach(
                        pool ->
                                binders.computeIfAbsent(pool, SluiceMeters::binder)
                                        .bindTo(registry));
    }

    private static SluiceMeterBinder binder(SluicePool pool) {
        return new SluiceMeterBinder(pool).withHikariNames();
    }

    @Override
    public void destroy() {
        binders.values().forEach(SluiceMeterBinder::close);
    }
}
