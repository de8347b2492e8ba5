package io.sluice.spring.boot;

import io.sluice.jdbc.SluiceDataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What Boot looks up by name in a native image: the class that {@code spring.datasource.type}
 * names, and its properties, for {@code DataSourceBuilder}.
 */
final class SluiceRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerType(
                        SluiceDataSource.class,
                        MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS,
                        MemberCategory.INVOKE_PUBLIC_METHODS);
    }
}
