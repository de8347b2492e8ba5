package io.sluice.spring.boot;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/**
 * Explains that a property stands beside the options of a pool, as {@code sluice.max-size} does.
 * Comes before Boot's own explanation, which shows values: one may be a password.
 */
@Order(0)
final class MisplacedOptionFailureAnalyzer
        extends AbstractFailureAnalyzer<ConfigurationPropertiesBindException> {

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable failure, ConfigurationPropertiesBindException cause) {
        UnboundConfigurationPropertiesException unbound =
                findCause(cause, UnboundConfigurationPropertiesException.class);
        if (unbound == null || !SluiceProperties.class.isAssignableFrom(cause.getBeanType())) {
            return null;
        }
        String prefix = cause.getAnnotation().prefix();
        int length = ConfigurationPropertyName.of(prefix).getNumberOfElements();
        String options = prefix + ".datasource";
        String remedies =
                unbound.getUnboundProperties().stream()
                        .map(property -> property.getName())
                        .map(name -> options + "." + name.subName(length) + ", not " + name)
                        .sorted()
                        .collect(Collectors.joining("; "));
        return new FailureAnalysis(
                "Sluice has options of a pool below "
                        + options
                        + ", but not directly below "
                        + prefix,
                "Write " + remedies + ".",
                cause);
    }
}
