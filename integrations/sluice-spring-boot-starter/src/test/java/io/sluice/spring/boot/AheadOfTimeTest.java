package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.SluiceDataSource;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.javapoet.ClassName;

/** The auto-configuration is processed ahead of time, as for a native image. */
@Tag("spring-boot")
class AheadOfTimeTest {

    /** Returns the hints of an application that has chosen Sluice. */
    private static RuntimeHints process() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment()
                .getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "test",
                                Map.of(
                                        "spring.datasource.type",
                                        SluiceDataSource.class.getName(),
                                        "spring.datasource.url",
                                        "jdbc:h2:mem:")));
        context.register(
                SluiceDataSourceAutoConfiguration.class, DataSourceAutoConfiguration.class);
        DefaultGenerationContext generation =
                new DefaultGenerationContext(
                        new ClassNameGenerator(ClassName.get(AheadOfTimeTest.class)),
                        new InMemoryGeneratedFiles());
        new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
        return generation.getRuntimeHints();
    }

    @Test
    void propertiesAreBoundByReflection() {
        assertThat(
                        RuntimeHintsPredicates.reflection()
                                .onMethodInvocation(SluiceProperties.class, "getDatasource"))
                .accepts(process());
    }

    @Test
    void theDataSourceIsFoundByName() {
        RuntimeHints hints = new RuntimeHints();
        SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                .load(RuntimeHintsRegistrar.class)
                .stream()
                .filter(SluiceRuntimeHints.class::isInstance)
                .forEach(ours -> ours.registerHints(hints, getClass().getClassLoader()));

        assertThat(
                        RuntimeHintsPredicates.reflection()
                                .onType(SluiceDataSource.class)
                                .withMemberCategories(
                                        MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS,
                                        MemberCategory.INVOKE_PUBLIC_METHODS))
                .accepts(hints);
    }
}
