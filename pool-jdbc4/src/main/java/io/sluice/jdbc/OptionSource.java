package io.sluice.jdbc;

/** Where the value of an option came from. */
public enum OptionSource {
    /** Nobody set it. */
    DEFAULT,
    /** Java code set it: a setter of the bean or of the builder. */
    JAVA,
    /** A key of a properties file, or of {@link java.util.Properties}. */
    PROPERTIES,
    /** A key as above whose value was filled in, in whole or in part, from the environment. */
    ENVIRONMENT
}
