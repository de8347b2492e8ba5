package io.sluice.jdbc.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;

/** A program that uses nothing of Narayana but a pool, and tells whether its recovery runs. */
final class RecoveryStart {

    private RecoveryStart() {}

    public static void main(String[] arguments) throws Exception {
        tell("before");
        SluiceDataSource pool =
                SluiceDataSource.create(
                        XaDatabase.H2
                                .source(JdbcPoolConfig.builder().name("numbers"))
                                .transactionManager("narayana")
                                .build());
        tell("with a pool");
        pool.close();
        System.exit(0); // recovery goes on by itself
    }

    private static void tell(String when) {
        boolean runs =
                Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().equals("Periodic Recovery"));
        System.out.println(when + ": " + (runs ? "recovery runs" : "no recovery"));
    }
}
