package io.sluice.jdbc.cli;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The commands that look into a running process, through the MBeans of its pools. */
final class ProcessCommands {

    private final PrintStream out;
    private final PrintStream err;

    ProcessCommands(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Prints something of one pool. */
    private interface Page {

        void print(MBeanServerConnection server, ObjectName pool) throws JMException, IOException;
    }

    int pools(String pid) throws IOException {
        return each(pid, this::sizes);
    }

    int holders(String pid) throws IOException {
        return each(pid, this::leases);
    }

    private int each(String pid, Page page) throws IOException {
        // Attaching to anything else could end it: the signal for that is one that ends processes.
        if (VirtualMachine.list().stream().noneMatch(machine -> machine.id().equals(pid))) {
            err.println("error: no JVM of this user has the id " + pid + "; jps lists all");
            return Main.FAILED;
        }
        try (JMXConnector connector = connect(pid)) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            Set<ObjectName> pools =
                    new TreeSet<>(server.queryNames(new ObjectName("io.sluice:type=Pool,*"), null));
            if (pools.isEmpty()) {
                err.println(
                        "error: process "
                                + pid
                                + " has no open pool with an MBean; set registerMbean=true, with"
                                + " Spring Boot sluice.datasource.register-mbean=true, and start it"
                                + " again");
                return Main.FAILED;
            }
            for (ObjectName pool : pools) {
                try {
                    page.print(server, pool);
                } catch (InstanceNotFoundException e) {
                    // It was closed meanwhile.
                }
            }
            return Main.OK;
        } catch (AttachNotSupportedException | JMException e) {
            err.println("error: cannot look into process " + pid + ": " + e.getMessage());
            return Main.FAILED;
        }
    }

    @SuppressWarnings("BanJNDI") // the address is that of a JVM of this user, on this machine
    private static JMXConnector connect(String pid)
            throws IOException, AttachNotSupportedException {
        VirtualMachine machine = VirtualMachine.attach(pid);
        try {
            return JMXConnectorFactory.connect(
                    new JMXServiceURL(machine.startLocalManagementAgent()));
        } finally {
            machine.detach();
        }
    }

    private void sizes(MBeanServerConnection server, ObjectName pool)
            throws JMException, IOException {
        out.printf(
                "%s: total %s of %s, minimum %s, available %s, in use %s, kept by a transaction %s,"
                        + " with the pool %s, creating %s, waiting %s%s%n",
                server.getAttribute(pool, "Name"),
                server.getAttribute(pool, "Total"),
                server.getAttribute(pool, "MaxSize"),
                server.getAttribute(pool, "MinSize"),
                server.getAttribute(pool, "Available"),
                server.getAttribute(pool, "Accessible"),
                server.getAttribute(pool, "Inaccessible"),
                server.getAttribute(pool, "Reserved"),
                server.getAttribute(pool, "Creating"),
                server.getAttribute(pool, "Waiting"),
                Boolean.TRUE.equals(server.getAttribute(pool, "Suspended")) ? ", suspended" : "");
        out.printf(
                "  so far: acquired %s, timed out %s, refused %s, created %s, failed to create"
                        + " %s%n",
                server.getAttribute(pool, "Acquired"),
                server.getAttribute(pool, "TimedOut"),
                server.getAttribute(pool, "Refused"),
                server.getAttribute(pool, "Created"),
                server.getAttribute(pool, "CreationsFailed"));
        for (Object row : ((TabularData) server.getAttribute(pool, "Times")).values()) {
            CompositeData named = (CompositeData) row;
            printTimes((String) named.get("key"), (CompositeData) named.get("value"));
        }
    }

    private void printTimes(String name, CompositeData times) {
        long count = (long) times.get("count");
        if (count > 0) {
            out.printf(
                    Locale.ROOT,
                    "  %s: count %d, mean %.3f ms, p50 %.3f, p95 %.3f, p99 %.3f, max %.3f%n",
                    name,
                    count,
                    (double) times.get("totalMillis") / count,
                    (double) times.get("p50Millis"),
                    (double) times.get("p95Millis"),
                    (double) times.get("p99Millis"),
                    (double) times.get("maxMillis"));
        }
    }

    private void leases(MBeanServerConnection server, ObjectName pool)
            throws JMException, IOException {
        CompositeData[] leases =
                (CompositeData[]) server.invoke(pool, "leases", new Object[0], new String[0]);
        out.printf(
                "%s: in use %d, waiting %s%n",
                server.getAttribute(pool, "Name"),
                leases.length,
                server.getAttribute(pool, "Waiting"));
        for (CompositeData lease : leases) {
            out.printf(
                    "  %s ms, thread %s%s%s%s%n",
                    lease.get("heldMillis"),
                    lease.get("thread"),
                    Boolean.TRUE.equals(lease.get("threadEnded")) ? ", which has ended" : "",
                    Boolean.TRUE.equals(lease.get("waiting")) ? ", which waits itself" : "",
                    Boolean.TRUE.equals(lease.get("inaccessible"))
                            ? ", closed and kept by an unfinished transaction"
                            : "");
            for (String frame : (String[]) lease.get("stack")) {
                out.println("    at " + frame);
            }
        }
    }
}
