package io.sluice.jdbc.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
                                    case "isClosed" -> closed.contains(name);
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
    void whatItsDriverHasClosedIsForgotten() throws Exception {
        PreparedStatement b = statement("b");
        cache.keep("a", statement("a"));
        cache.keep("b", b);
        closed.add("a");

        cache.dropClosed();

        assertThat(cache.take("a")).isNull();
        assertThat(cache.take("b")).isSameAs(b);
    }

    /** A call on one of its objects. */
    private interface Call {
        void on(StatementCache cache) throws Exception;
    }

    @Test
    void noCallLeavesItLocked() throws Exception {
        closed.add("a");
        for (Call call :
                List.<Call>of(
                        each -> each.keep("b", statement("b")),
                        each -> each.take("a"),
                        StatementCache::closeAll,
                        StatementCache::dropClosed,
                        StatementCache::close)) {
            StatementCache each = new StatementCache(2);
            each.keep("a", statement("a"));

            call.on(each);

            assertThat(CompletableFuture.supplyAsync(() -> each.keep("c", statement("c"))))
                    .as("on another thread")
                    .succeedsWithin(Duration.ofSeconds(30));
        }
    }

    private static PreparedStatement broken(Exception failure) {
        return (PreparedStatement)
                Proxy.newProxyInstance(
                        StatementCacheTest.class.getClassLoader(),
                        new Class<?>[] {PreparedStatement.class},
                        (proxy, method, arguments) -> {
                            throw failure;
                        });
    }

    @Test
    void ofSeveralFailuresTheFirstIsThrownWithTheOthers() {
        IllegalStateException first = new IllegalStateException("first");
        SQLException second = new SQLException("second");
        cache.keep("a", broken(first));
        cache.keep("b", broken(second));
        assertThatThrownBy(cache::closeAll).isSameAs(first).hasSuppressedException(second);

        cache.keep("a", broken(second));
        cache.keep("b", broken(second));
        assertThatThrownBy(cache::closeAll).isSameAs(second).hasNoSuppressedExceptions();
    }

    @Test
    void aStatementThatCannotBeClosedIsNotKeptEither() {
        SQLException failure = new SQLException("no");
        cache.keep("a", broken(failure));
        cache.keep("b", statement("b"));

        assertThatThrownBy(cache::closeAll).isSameAs(failure);

        assertThat(closed).containsExactly("b");
        assertThat(cache.take("a")).isNull();
        assertThat(cache.take("b")).isNull();
    }
}
