package io.sluice.testkit.junit;

import io.sluice.testkit.FaultyDataSource;
import io.sluice.testkit.VirtualClock;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test a database that fails as the annotation says. On a class it is for each of its
 * tests, unless the method has its own. Methods of the test may have these parameters, which are
 * the same objects for one test and its {@code BeforeEach} and {@code AfterEach} methods:
 *
 * <ul>
 *   <li>{@link FaultyDataSource}: the database, for other faults and to end them
 *   <li>{@link VirtualClock}: the clock of the database and of the pool
 *   <li>{@link io.sluice.jdbc.SluiceDataSource}, {@link io.sluice.jdbc.SluicePool} or {@link
 *       io.sluice.testkit.TrackedDataSource}: a pool on that database, which starts with its first
 *       {@code getConnection}; set its options before
 * </ul>
 *
 * <p>After the test the faults end, and the test fails if it has left a connection of that pool
 * open, or if the counts of the pool do not add up. The pool is closed, and must leave nothing. For
 * pools that the application makes call {@link io.sluice.testkit.PoolChecks}.
 *
 * @since 0.1.0
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(FaultyDatabaseExtension.class)
public @interface FaultyDatabase {

    /** The JDBC URL of the database, or empty if there is a {@link #source}. */
    String url() default "";

    /** The user to connect as; empty means none. */
    String username() default "";

    /** The password to connect with; empty means none. */
    String password() default "";

    /**
     * What supplies the data source of the application, in place of {@link #url}: one class with a
     * constructor without parameters. It is made and asked once for each test.
     */
    Class<? extends Supplier<? extends DataSource>>[] source() default {};

    /** Whether the database refuses to connect: {@link FaultyDataSource#refuseConnects}. */
    boolean refuseConnects() default false;

    /**
     * How long an attempt to connect takes, such as 30s, 0.5s or 2m; empty means no delay: {@link
     * FaultyDataSource#delayConnects}.
     */
    String delayConnects() default "";

    /**
     * How long a connection lives, such as 30s, 0.5s or 2m; empty means for ever: {@link
     * FaultyDataSource#killAfter}.
     */
    String killAfter() default "";

    /**
     * How many statements a connection lives for; 0 means for ever: {@link
     * FaultyDataSource#killAfterStatements}.
     */
    int killAfterStatements() default 0;

    /** Whether statements hang: {@link FaultyDataSource#hangStatements}. */
    boolean hangStatements() default false;
}
