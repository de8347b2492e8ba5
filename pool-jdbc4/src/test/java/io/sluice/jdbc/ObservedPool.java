package io.sluice.jdbc;

import io.sluice.pool.PoolObserver;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A pool that has not started, and the observers that were added to it. */
public final class ObservedPool {

    private final List<PoolObserver> observers = new CopyOnWriteArrayList<>();
    private final SluiceDataSource target = new SluiceDataSource();

    public List<PoolObserver> observers() {
        return observers;
    }

    public SluicePool pool() {
        return (SluicePool)
                Proxy.newProxyInstance(
                        SluicePool.class.getClassLoader(),
                        new Class<?>[] {SluicePool.class},
                        (self, method, arguments) -> {
                            switch (method.getName()) {
                                case "observe" -> observers.add((PoolObserver) arguments[0]);
                                case "unobserve" -> observers.remove(arguments[0]);
                                default -> {
                                    return method.invoke(target, arguments);
                                }
                            }
                            return null;
                        });
    }
}
