package io.sluice.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine and the build that figures were measured with.
 *
 * @param jvm name, version and vendor of the virtual machine
 * @param os the operating system
 * @param processor the model of the processor, or its architecture if unknown
 * @param cores how many processors the virtual machine may use
 * @param commit the commit of the measurements, and of Sluice in them
 */
public record Machine(String jvm, String os, String processor, int cores, String commit) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** Returns the machine we run on. */
    public static Machine current() {
        return new Machine(
                "%s %s (%s)"
                        .formatted(
                                System.getProperty("java.vm.name"),
                                Runtime.version(),
                                System.getProperty("java.vendor")),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                processorModel(),
                Runtime.getRuntime().availableProcessors(),
                Build.commit());
    }

    private static String processorModel() {
        String architecture = System.getProperty("os.arch");
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            // Only Linux has this file; elsewhere the architecture must do.
            return architecture;
        }
    }
}
