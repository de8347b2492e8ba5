package io.sluice.jdbc.handle;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.sql.Date;
import java.sql.RowIdLifetime;
import java.sql.SQLWarning;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Values for arguments and results, no two of one type alike in one round; booleans alternate, and
 * start with the other value in the next round.
 */
final class Samples {
    private interface FirstType {}

    private interface SecondType {}

    private final FakeDriver driver;
    private final boolean odd;
    private int number = 100;

    Samples(FakeDriver driver, int round) {
        this.driver = driver;
        this.odd = round % 2 == 1;
    }

    Object[] arguments(Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = of(types[i]);
        }
        return arguments;
    }

    Object of(Class<?> type) {
        number++;
        if (type == void.class) {
            return null;
        } else if (type == boolean.class) {
            return (number % 2 == 0) == odd;
        } else if (type == byte.class) {
            return (byte) number;
        } else if (type == short.class) {
            return (short) number;
        } else if (type == int.class) {
            return number;
        } else if (type == long.class) {
            return (long) number;
        } else if (type == float.class) {
            return (float) number;
        } else if (type == double.class) {
            return (double) number;
        } else if (type == String.class) {
            return "s" + number;
        } else if (type == Class.class) {
            return odd ? FirstType.class : SecondType.class;
        } else if (type == Object.class) {
            return new Object();
        } else if (type == BigDecimal.class) {
            return BigDecimal.valueOf(number);
        } else if (type == Date.class) {
            return new Date(number);
        } else if (type == Time.class) {
            return new Time(number);
        } else if (type == Timestamp.class) {
            return new Timestamp(number);
        } else if (type == Calendar.class) {
            return new GregorianCalendar();
        } else if (type == Map.class) {
            return new HashMap<>();
        } else if (type == Properties.class) {
            Properties properties = new Properties();
            properties.setProperty("p" + number, "v");
            return properties;
        } else if (type == InputStream.class) {
            return new ByteArrayInputStream(new byte[0]);
        } else if (type == Reader.class) {
            return new StringReader("");
        } else if (type == URL.class) {
            return url();
        } else if (type == SQLWarning.class) {
            return new SQLWarning();
        } else if (type == RowIdLifetime.class) {
            return RowIdLifetime.ROWID_VALID_SESSION;
        } else if (type.isArray()) {
            return java.lang.reflect.Array.newInstance(type.getComponentType(), 1);
        } else if (type.isInterface()) {
            return driver.make(type);
        }
        throw new IllegalArgumentException("no sample for " + type + ": add one");
    }

    private URL url() {
        try {
            return URI.create("http://localhost/" + number).toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
