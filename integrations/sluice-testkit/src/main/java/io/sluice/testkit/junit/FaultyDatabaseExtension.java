package io.sluice.testkit.junit;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import io.sluice.testkit.FaultyDataSource;
import io.sluice.testkit.PoolChecks;
import io.sluice.testkit.TrackedDataSource;
import io.sluice.testkit.VirtualClock;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Does what {@link FaultyDatabase} says; JUnit makes it for tests with that annotation. It keeps
 * nothing of its own between calls, so tests may run on several threads at once.
 *
 * @since 0.1.0
 */
public final class FaultyDatabaseExtension
        implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(FaultyDatabaseExtension.class);

    private static final Set<Class<?>> PARAMETERS =
            Set.of(
                    FaultyDataSource.class,
                    VirtualClock.class,
                    TrackedDataSource.class,
                    SluiceDataSource.class,
                    SluicePool.class);

    private record Kit(FaultyDataSource database, TrackedDataSource pool) {

        Optional<Object> find(Class<?> type) {
            return Stream.<Object>of(database, database.clock(), pool)
                    .filter(each -> PARAMETERS.contains(type) && type.isInstance(each))
                    .findFirst();
        }
    }

    /** For JUnit. */
    public FaultyDatabaseExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        FaultyDatabase wanted = annotation(context);
        VirtualClock clock = new VirtualClock();
        FaultyDataSource database = database(wanted, clock);
        if (wanted.refuseConnects()) {
            database.refuseConnects();
        }
        time("delayConnects", wanted.delayConnects(), database::delayConnects);
        time("killAfter", wanted.killAfter(), database::killAfter);
        if (wanted.killAfterStatements() != 0) {
            database.killAfterStatements(wanted.killAfterStatements());
        }
        if (wanted.hangStatements()) {
            database.hangStatements();
        }
        TrackedDataSource pool = new TrackedDataSource();
        pool.setDataSource(database);
        pool.setTicker(clock);
        context.getStore(NAMESPACE).put(Kit.class, new Kit(database, pool));
    }

    /** The annotation of the method, of its class, or of a class around that. */
    private static FaultyDatabase annotation(ExtensionContext context) {
        List<AnnotatedElement> places = new ArrayList<>(List.of(context.getRequiredTestMethod()));
        for (Class<?> type = context.getRequiredTestClass();
                type != null;
                type = type.getEnclosingClass()) {
            places.add(type);
        }
        return places.stream()
                .map(place -> AnnotationSupport.findAnnotation(place, FaultyDatabase.class))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(
                        () ->
                                new ExtensionConfigurationException(
                                        "no @FaultyDatabase on the test; put it on the method or"
                                                + " on its class"));
    }

    private static FaultyDataSource database(FaultyDatabase wanted, VirtualClock clock) {
        Class<? extends Supplier<? extends DataSource>>[] sources = wanted.source();
        if (sources.length + (wanted.url().isEmpty() ? 0 : 1) != 1) {
            throw new ExtensionConfigurationException(
                    "@FaultyDatabase has "
                            + (wanted.url().isEmpty() ? "no url" : "a url")
                            + " and "
                            + sources.length
                            + " sources; expected a url or one source");
        }
        return sources.length == 1
                ? new FaultyDataSource(ReflectionSupport.newInstance(sources[0]).get(), clock)
                : FaultyDataSource.forUrl(
                        wanted.url(), set(wanted.username()), set(wanted.password()), clock);
    }

    private static @Nullable String set(String text) {
        return text.isEmpty() ? null : text;
    }

    private static void time(String name, String text, Consumer<Duration> fault) {
        if (!text.isEmpty()) {
            try {
                fault.accept(Duration.parse("PT" + text));
            } catch (DateTimeParseException | IllegalArgumentException e) {
                throw new ExtensionConfigurationException(
                        name + " is \"" + text + "\"; expected a time such as 30s, 0.5s or 2m", e);
            }
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Kit kit = context.getStore(NAMESPACE).remove(Kit.class, Kit.class);
        if (kit == null) {
            return; // its making has failed
        }
        kit.database.heal();
        try {
            PoolChecks.noLeaseIsOpen(kit.pool);
            PoolChecks.booksBalance(kit.pool);
            kit.pool.close(Duration.ZERO);
            PoolChecks.nothingIsLeft(kit.pool);
        } finally {
            kit.pool.close(Duration.ZERO);
            kit.database.killConnections();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return find(parameter, context).isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return find(parameter, context)
                .orElseThrow(() -> new ParameterResolutionException("no such parameter"));
    }

    private static Optional<Object> find(ParameterContext parameter, ExtensionContext context) {
        return Optional.ofNullable(context.getStore(NAMESPACE).get(Kit.class, Kit.class))
                .flatMap(kit -> kit.find(parameter.getParameter().getType()));
    }
}
