package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.internal.config.Secrets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hosts of a URL, in the form that PostgreSQL's, MariaDB's and MySQL's drivers share. */
final class HostList {

    private static final Pattern WITH_HOSTS =
            Pattern.compile("(jdbc:(?:postgresql|mariadb|mysql)://)([^/?]+)(.*)", Pattern.DOTALL);

    /** A name or an address, and a port; other forms are the driver's alone. */
    private static final Pattern PLAIN_HOST =
            Pattern.compile("(?:\\[[^\\[\\],]+]|[^\\[\\],:@()=]+)(?::\\d+)?");

    private static final Pattern AUTHORITY = Pattern.compile("//([^/?;]+)");

    private HostList() {}

    /**
     * Returns a URL for each host, in their order; the URL itself if it has one host, or a form
     * that only its driver understands.
     */
    static List<String> urls(String url) {
        Matcher parts = WITH_HOSTS.matcher(url);
        if (!parts.matches()) {
            return List.of(url);
        }
        List<String> hosts = Arrays.asList(parts.group(2).split(",", -1));
        if (!hosts.stream().allMatch(host -> PLAIN_HOST.matcher(host).matches())) {
            return List.of(url);
        }
        return hosts.stream().map(host -> parts.group(1) + host + parts.group(3)).toList();
    }

    /** Returns the host or hosts of a URL, for messages. */
    static String server(@Nullable String url) {
        Matcher authority = AUTHORITY.matcher(url == null ? "" : Secrets.mask(url));
        return authority.find() ? authority.group(1) : "the server";
    }
}
