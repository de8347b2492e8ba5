package io.sluice.jdbc.handle;

import java.sql.PreparedStatement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store without a bound. */
final class FakeStore implements StatementStore {
    final Map<Object, PreparedStatement> kept = new ConcurrentHashMap<>();

    /** What is handed out to be closed at the next occasion. */
    volatile PreparedStatement evicted;

    @Override
    public PreparedStatement take(Object key) {
        return kept.remove(key);
    }

    @Override
    public PreparedStatement keep(Object key, PreparedStatement statement) {
        return kept.putIfAbsent(key, statement) == null ? evicted : statement;
    }
}
