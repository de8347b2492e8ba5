package io.sluice.pool.mutation;

import java.util.List;
import java.util.stream.Stream;

/**
 * The promises that are broken on purpose, of all areas. Each repair adds to the list of its area
 * the line without which its test is red.
 */
final class Mutations {

    private Mutations() {}

    static final List<Mutation> ALL =
            Stream.of(
                            TransactionMutations.ALL,
                            LeaseMutations.ALL,
                            WaitingMutations.ALL,
                            CapacityMutations.ALL,
                            AttemptMutations.ALL,
                            DriverMutations.ALL,
                            UpkeepMutations.ALL)
                    .flatMap(List::stream)
                    .toList();
}
