package io.sluice.jdbc.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which statements are kept, and which have to go. */
class StatementCacheTest {

    private final StatementCache cache = new StatementCache(2);

    private final List<String> closed = new ArrayList<>();

    private PreparedStatement statement(String name) {
        return (PreparedStatement)
                Proxy.newProxyInstance(
                        StatementCacheTest.class.getClassLoader(),
                        new Class<?>[] {PreparedStatement.class},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "toString" -> name;
                                    case "close" -> {
                                        closed.add(name);
                                        yield null;
                                    }
                                    default -> proxy == arguments[0];
                                });
    }

    @Test
    void aTakenStatementCannotBeTakenAgain() {
        PreparedStatement a = statement("a");
        assertThat(cache.keep("a", a)).isNull();
        assertThat(cache.take("a")).isSameAs(a);
        assertThat(cache.take("a")).isNull();
    }

    @Test
    void theOneUsedLongestAgoMakesRoom() {
        PreparedStatement a = statement("a");
        PreparedStatement b = statement("b");
        cache.keep("a", a);
        cache.keep("b", b);
        cache.keep("a", cache.take("a"));
        assertThat(cache.keep("c", statement("c"))).isSameAs(b);
        assertThat(cache.take("a")).isSameAs(a);
        assertThat(cache.take("b")).isNull();
        assertThat(cache.take("c")).isNotNull();
    }

    @Test
    void ofTwoThatAreAlikeOneIsKept() {
        PreparedStatement first = statement("first");
        PreparedStatement second = statement("second");
        assertThat(cache.keep("a", first)).isNull();
        assertThat(cache.keep("a", second)).isSameAs(second);
        assertThat(cache.take("a")).isSameAs(first);
    }

    @Test
    void onceClosedItHasNothingAndKeepsNothing() {
        PreparedStatement a = statement("a");
        cache.keep("a", a);
        cache.close();
        assertThat(cache.take("a")).isNull();
        assertThat(cache.keep("a", a)).isSameAs(a);
    }

    @Test
    void aStatementThatCannotBeClosedIsNotKeptEither() {
        SQLException failure = new SQLException("no");
        PreparedStatement broken =
                (PreparedStatement)
                        Proxy.newProxyInstance(
                                StatementCacheTest.class.getClassLoader(),
                                new Class<?>[] {PreparedStatement.class},
                                (proxy, method, arguments) -> {
                                    throw failure;
                                });
        cache.keep("a", broken);
        cache.keep("b", statement("b"));

        assertThatThrownBy(cache::closeAll).isSameAs(failure);

        assertThat(closed).containsExactly("b");
        assertThat(cache.take("a")).isNull();
        assertThat(cache.take("b")).isNull();
    }
}
