package io.sluice.pool.mutation;

import static io.sluice.pool.mutation.Mutation.core;
import static io.sluice.pool.mutation.Mutation.handle;
import static io.sluice.pool.mutation.Mutation.jdbc;

import java.util.List;

/** The promises about drivers that deviate, and about the pools of branches in doubt. */
final class DriverMutations {

    private static final String GAPS = "io.sluice.jdbc.DriverGapsTest";

    private static final String PROXIED = "io.sluice.jdbc.internal.ProxiedXaConnectionTest";

    private static final String CLOSED_IN_DOUBT =
            "io.sluice.jdbc.xa.NarayanaRecoveryOnH2Test"
                    + "#aCloseWithoutDrainDoesNotWaitForABranchInDoubtAndIsToldOfItOnce";

    private DriverMutations() {}

    static final List<Mutation> ALL =
            List.of(
                    jdbc(
                            "the second connection that fails at its beginning gets a new time",
                            "ConnectionAcquirer.java",
                            "if (failures == 0) {",
                            "if (failures >= 0) {",
                            "io.sluice.jdbc.SettleTest"
                                    + "#theSecondThatFailsIsReplacedInWhatTheFirstHasLeft"),
                    jdbc(
                            "a connection that the classifier gives up is lost",
                            "PhysicalConnection.java",
                            "return isEnded() || (failure != null && TranslatingXaResource.isLost(failure));",
                            "return isEnded() || failure != null;",
                            "io.sluice.jdbc.internal.ConnectionAborterTest"
                                    + "#aConnectionThatOnlyTheClassifierGivesUpIsNotLost"),
                    jdbc(
                            "client infos that are refused halfway are not set back",
                            "RestingState.java",
                            "if (unsupported && attribute != ConnectionAttribute.CLIENT_INFO) {",
                            "if (unsupported) {",
                            "io.sluice.jdbc.RefusedSetterTest"
                                    + "#clientInfosThatWereSetBeforeOneWasRefusedAreSetBack"),
                    jdbc(
                            "a statement that cannot be closed stays in the cache",
                            "StatementCache.java",
                            "closing = new ArrayList<>(kept.values()); kept.clear();",
                            "closing = new ArrayList<>(kept.values());",
                            "io.sluice.jdbc.internal.connect.StatementCacheTest"
                                    + "#aStatementThatCannotBeClosedIsNotKeptEither"),
                    jdbc(
                            "two threads take one kept statement",
                            "StatementCache.java",
                            "return kept.remove(key);",
                            "PreparedStatement one = kept.get(key); lock.unlock(); lock.lock(); kept.remove(key); return one;",
                            "io.sluice.pool.internal.LinearizabilityTest"
                                    + "#statementsAreKeptAndTakenInSomeOrder"),
                    jdbc(
                            "client info begins no transaction on MySQL",
                            "ResettableConnection.java",
                            "case CLIENT_INFO, SHARDING_KEY -> true;",
                            "case CLIENT_INFO, SHARDING_KEY -> !setsOutsideTransactions;",
                            "io.sluice.jdbc.MySqlRoundTripTest"
                                    + "#clientInfoWithAutoCommitOffIsRolledBackAndSetBackForGood"),
                    jdbc(
                            "a standby that lags too far is taken for want of a better one",
                            "RoleSource.java",
                            "nextBest == null && late == null && role.acceptsAny()",
                            "nextBest == null && role.acceptsAny()",
                            "io.sluice.jdbc.TargetRoleTest#aStandbyThatLagsIsNotEvenTheNextBest"),
                    jdbc(
                            "a standby is late before it is asked once more",
                            "RoleCheck.java",
                            "lag = lag(connection); }",
                            "}",
                            "io.sluice.jdbc.TargetRoleTest#aStandbyIsAskedOnceMoreBeforeItIsLate"),
                    jdbc(
                            "a call that the driver does not support fails the connection",
                            "DriverGaps.java",
                            "if (isFailure(e)) {",
                            "if (e != null) {",
                            GAPS),
                    jdbc(
                            "a new connection that is lost says what its driver cannot do",
                            "DriverGaps.java",
                            "if (isFailure(e)) {",
                            "if (isFailure(e) && told == null) {",
                            GAPS),
                    jdbc(
                            "a missing isValid is called again and again",
                            "ConnectionValidator.java",
                            "} else if (gaps.can(connection, Ability.IS_VALID)) {",
                            "} else if (query == null) {",
                            GAPS),
                    jdbc(
                            "without isValid a closed connection passes",
                            "ConnectionValidator.java",
                            "} else if (connection.isClosed()) {",
                            "} else if (query != null) {",
                            GAPS + "#withoutIsValidAConnectionThatItsDriverHasClosedIsReplaced"),
                    jdbc(
                            "a query time-out is set though the driver has none",
                            "ConnectionValidator.java",
                            "&& gaps.can(connection, Ability.QUERY_TIMEOUT)) {",
                            ") {",
                            GAPS),
                    jdbc(
                            "warnings are cleared though the driver cannot",
                            "LeasableConnection.java",
                            "if (clearsWarnings) {",
                            "if (clearsWarnings || watch == null) {",
                            GAPS),
                    jdbc(
                            "a proxy that cannot be unwrapped fails its connection",
                            "DriverConnectionFactory.java",
                            "return Connection.class; } }",
                            "throw new IllegalStateException(e); } }",
                            PROXIED),
                    jdbc(
                            "a proxy is taken for a class that knows requests",
                            "DriverConnectionFactory.java",
                            "return Proxy.isProxyClass(behind) ? Connection.class : behind;",
                            "return behind;",
                            PROXIED),
                    handle(
                            "setReadOnly in a branch goes to the driver",
                            "AttributesHandle.java",
                            "checkNoTransaction(\"setReadOnly\");",
                            "",
                            "io.sluice.jdbc.xa.NarayanaOnH2Test"
                                    + "#whetherABranchIsReadOnlyCannotBeChanged"),
                    core(
                            "a close waits for a branch in doubt",
                            "Discarder.java",
                            "total() == pinned()",
                            "total() == 0",
                            CLOSED_IN_DOUBT),
                    jdbc(
                            "each close tells of branches in doubt",
                            "OpenPool.java",
                            "&& toldInDoubt.compareAndSet(false, true)) {",
                            ") {",
                            CLOSED_IN_DOUBT));
}
