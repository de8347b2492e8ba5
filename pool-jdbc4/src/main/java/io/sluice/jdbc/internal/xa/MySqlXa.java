package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.internal.connect.JdbcLog;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * XA on MySQL and MariaDB, whose drivers are corrected:
 *
 * <ul>
 *   <li>Errors from outside XA have no code, among them the loss of the server. The superclass
 *       translates them for every driver.
 *   <li>They claim that all sessions with the same settings are the same. A manager then lets one
 *       join the branch of another, which the server refuses.
 * </ul>
 *
 * <p>Only the session that has prepared a branch may end it. {@link SettlingXaResource} handles the
 * attempts of others.
 */
final class MySqlXa extends TranslatingXaResource {

    static final XaVendor VENDOR =
            new XaVendor(
                    List.of("org.mariadb.", "com.mysql."),
                    MySqlXa::new,
                    /* needsConnection= */ false,
                    /* prerequisites= */ null);

    /** MariaDB from 10.0 to 10.x reports 5.5.5 to old clients, in front of its own version. */
    private static final Pattern VERSION =
            Pattern.compile("(?:5\\.5\\.5-)?(\\d+)\\.(\\d+)\\.(\\d+)");

    private final @Nullable Connection connection;

    MySqlXa(XAResource driver, @Nullable Connection connection) {
        super(driver);
        this.connection = connection;
    }

    @Override
    boolean preparedOutlivesClose() {
        if (connection == null) {
            return false;
        }
        try {
            return outlivesClose(connection.getMetaData().getDatabaseProductVersion());
        } catch (SQLException e) {
            JdbcLog.write(Level.DEBUG, "the version of the server could not be determined", e);
            return false;
        }
    }

    /** Earlier servers roll a prepared branch back when its connection is closed. */
    static boolean outlivesClose(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.lookingAt()) {
            return false;
        }
        int number =
                (Integer.parseInt(parts.group(1)) * 1000 + Integer.parseInt(parts.group(2))) * 1000
                        + Integer.parseInt(parts.group(3));
        return number
                >= (version.toLowerCase(Locale.ROOT).contains("mariadb") ? 10_005_000 : 8_000_029);
    }

    @Override
    XAException translatedOfPrepared(XAException error) {
        return stillPrepared(translated(error));
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return isItself(other);
    }
}
