package io.sluice.jdbc;

/** Where the value of an option came from. */
public enum OptionSource {
    /** It was not set. */
    DEFAULT,
    /** Java code set it: a setter of the bean or of the builder. */
    JAVA,
    /** A key of a properties file, or of {@link java.util.Properties}. */
    PROPERTIES,
    /** A key as above whose value was filled in, wholly or partly, from the environment. */
    ENVIRONMENT
}
