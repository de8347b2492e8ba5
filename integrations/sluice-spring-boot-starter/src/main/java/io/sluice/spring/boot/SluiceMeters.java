package io.sluice.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.micrometer.SluiceMeterBinder;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;

/**
 * The meters of all pools of an application. Those of a pool end with its bean, and a pool that
 * replaces it in the running application has meters as well. All end with the application, as a
 * registry may serve a later one. Thread-safe.
 */
final class SluiceMeters implements MeterBinder, DestructionAwareBeanPostProcessor, DisposableBean {

    private final ConfigurableListableBeanFactory beans;
    private final Set<MeterRegistry> registries = new CopyOnWriteArraySet<>();

    /** One for a pool, which serves all registries. */
    private final Map<SluicePool, SluiceMeterBinder> binders = new ConcurrentHashMap<>();

    SluiceMeters(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        registries.add(registry);
        PoolBeans.all(beans).forEach(this::bind);
    }

    private void bind(SluicePool pool) {
        SluiceMeterBinder binder = binders.computeIfAbsent(pool, SluiceMeters::binder);
        registries.forEach(binder::bindTo);
    }

    private static SluiceMeterBinder binder(SluicePool pool) {
        return new SluiceMeterBinder(pool).withHikariNames();
    }

    /** A pool that is made before the registries are bound is found when they are. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof SluicePool pool && !registries.isEmpty() && isKept(name)) {
            bind(pool);
        }
        return bean;
    }

    /** The end of a prototype is not reported, so it has no meters. */
    private boolean isKept(String name) {
        return beans.containsBean(name) && !beans.isPrototype(name);
    }

    @Override
    public void postProcessBeforeDestruction(Object bean, String name) {
        if (bean instanceof SluicePool pool) {
            SluiceMeterBinder binder = binders.remove(pool);
            if (binder != null) {
                binder.close();
            }
        }
    }

    @Override
    public boolean requiresDestruction(Object bean) {
        return bean instanceof SluicePool;
    }

    @Override
    public void destroy() {
        binders.values().forEach(SluiceMeterBinder::close);
    }
}
