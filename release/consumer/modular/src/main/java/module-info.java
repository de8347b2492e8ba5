/** An application that is a named module. */
module consumer.modular {
    requires io.sluice.jdbc;
}
