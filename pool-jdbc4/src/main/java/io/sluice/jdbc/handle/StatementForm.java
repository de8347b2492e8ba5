package io.sluice.jdbc.handle;

/** One constant for each method of a connection that prepares a statement. */
enum StatementForm {
    PLAIN,
    TYPE,
    TYPE_AND_HOLDABILITY,
    KEYS,
    COLUMN_INDEXES,
    COLUMN_NAMES,
    CALL,
    CALL_TYPE,
    CALL_TYPE_AND_HOLDABILITY
}
