package io.sluice.jdbc.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The commands of the command line. {@link Main} calls it by name, in another class loader. */
public final class Commands {

    private static final String USAGE =
            """
            Usage: java -jar sluice-pool-jdbc4.jar COMMAND [--class-path JARS]

              check FILE [--connect]  prints the configuration that FILE gives, where each value
                                      comes from, and warnings; with --connect connects once as
                                      each pool of the file would
              explain FILE            prints FILE in the names of Sluice, without secrets; FILE may
                                      have the names of HikariCP, Agroal, DBCP2, Tomcat JDBC, c3p0,
                                      Druid or Bitronix
              pools PID               prints sizes, counts and times of the pools of a process
              holders PID             prints which threads have the connections of these pools,
                                      since when, and what each executes now

            --class-path names the jars of the driver and of the application, or DIR/* for all in
            DIR. pools and holders see pools with registerMbean=true.

            Exit codes: 0 all is well, 1 something is wrong, 2 the arguments make no sense.
            """;

    private static final Logger LOG = Logger.getLogger("io.sluice");

    private Commands() {}

    /** Runs a command and returns its exit code. */
    public static int run(List<String> arguments, PrintStream out, PrintStream err) {
        List<String> rest = new ArrayList<>(arguments);
        boolean connect = rest.remove("--connect");
        String command = rest.isEmpty() ? "" : rest.get(0);
        if (List.of("", "help", "--help", "-h").contains(command)) {
            (command.isEmpty() ? err : out).print(USAGE);
            return command.isEmpty() ? Main.USAGE : Main.OK;
        }
        String problem = problem(command, rest.subList(1, rest.size()), connect);
        if (problem != null) {
            err.println("error: " + problem);
            err.print(USAGE);
            return Main.USAGE;
        }
        String operand = rest.get(1);
        Level before = LOG.getLevel();
        LOG.setLevel(Level.OFF); // all that pools would log is printed
        try {
            return switch (command) {
                case "check" -> new FileCommands(out, err).check(Path.of(operand), connect);
                case "explain" -> new FileCommands(out, err).explain(Path.of(operand));
                case "pools" -> new ProcessCommands(out, err).pools(operand);
                default -> new ProcessCommands(out, err).holders(operand);
            };
        } catch (IOException e) {
            err.println("error: " + e.getMessage());
            return Main.FAILED;
        } catch (NoClassDefFoundError e) {
            err.println("error: this Java has no " + e.getMessage() + "; use a JDK");
            return Main.FAILED;
        } finally {
            LOG.setLevel(before);
        }
    }

    private static @Nullable String problem(
            String command, List<String> operands, boolean connect) {
        boolean isOfFile = List.of("check", "explain").contains(command);
        if (!isOfFile && !List.of("pools", "holders").contains(command)) {
            return "unknown command \"" + command + "\"";
        }
        if (connect && !command.equals("check")) {
            return "--connect goes with check, not with " + command;
        }
        if (operands.isEmpty()) {
            return command + " needs " + (isOfFile ? "a file" : "the id of a process");
        }
        return operands.size() == 1
                ? null
                : command + " takes one argument, not " + String.join(" ", operands);
    }
}
