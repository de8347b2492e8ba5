package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.internal.config.NearestName;
import io.sluice.jdbc.internal.config.Secrets;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sets properties of a vendor's bean from text, through its public setters. */
final class BeanProperties {

    private static final String PREFIX = "dataSource.";

    private BeanProperties() {}

    /**
     * Sets properties.
     *
     * @throws IllegalArgumentException if the bean has no such property, or the text is no valid
     *     value
     */
    static void set(Object bean, Map<String, String> properties) {
        for (Map.Entry<String, String> property : new TreeMap<>(properties).entrySet()) {
            set(bean, property.getKey(), property.getValue());
        }
    }

    private static void set(Object bean, String name, String text) {
        List<Method> setters = setters(bean.getClass(), name);
        if (setters.isEmpty()) {
            String nearest = NearestName.nearest(name, names(bean.getClass()));
            throw new IllegalArgumentException(
                    PREFIX
                            + name
                            + " is not a property of "
                            + bean.getClass().getName()
                            + (nearest == null
                                    ? "; expected one of "
                                            + String.join(", ", names(bean.getClass()))
                                    : "; did you mean " + PREFIX + nearest)
                            + ": correct the name or remove it");
        }
        boolean secret = Secrets.isSecret(name);
        String shown = secret ? "(not shown)" : '"' + Secrets.mask(text) + '"';
        for (Method setter : setters) {
            Object value = convert(text, setter.getParameterTypes()[0]);
            if (value != null) {
                invoke(bean, setter, value, PREFIX + name + " is " + shown, secret);
                return;
            }
        }
        throw new IllegalArgumentException(
                PREFIX
                        + name
                        + " is "
                        + shown
                        + "; expected a value of type "
                        + setters.get(0).getParameterTypes()[0].getSimpleName());
    }

    private static void invoke(
            Object bean, Method setter, Object value, String what, boolean secret) {
        try {
            setter.invoke(bean, value);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            // The failure of a setter may repeat the secret.
            Throwable told = secret ? null : Secrets.cleared(cause);
            throw new IllegalArgumentException(
                    what
                            + "; "
                            + bean.getClass().getName()
                            + " refused it: "
                            + (told == null ? cause.getClass().getName() : told),
                    told);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    what + "; " + setter + " cannot be called: open its package to this module", e);
        }
    }

    /**
     * Returns the setters of that name, those that take text first, since they need no conversion.
     */
    private static List<Method> setters(Class<?> type, String name) {
        List<Method> setters = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (isSetter(method) && propertyOf(method).equalsIgnoreCase(name)) {
                setters.add(method);
            }
        }
        setters.sort(Comparator.comparing(m -> m.getParameterTypes()[0] != String.class));
        return setters;
    }

    private static Set<String> names(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Method method : type.getMethods()) {
            if (isSetter(method)) {
                names.add(propertyOf(method));
            }
        }
        return names;
    }

    private static boolean isSetter(Method method) {
        return method.getName().startsWith("set")
                && method.getName().length() > 3
                && method.getParameterCount() == 1
                && isConvertible(method.getParameterTypes()[0]);
    }

    private static String propertyOf(Method setter) {
        String name = setter.getName().substring(3);
        boolean acronym = name.length() > 1 && Character.isUpperCase(name.charAt(1));
        return acronym ? name : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static boolean isConvertible(Class<?> type) {
        return type == String.class
                || type == char[].class
                || type == boolean.class
                || type == Boolean.class
                || type.isEnum()
                || (type.isPrimitive() && type != char.class)
                || (Number.class.isAssignableFrom(type) && type.getName().startsWith("java.lang."));
    }

    private static @Nullable Object convert(String text, Class<?> type) {
        if (type == String.class) {
            return text;
        }
        if (type == char[].class) {
            return text.toCharArray();
        }
        String value = text.trim();
        if (type == boolean.class || type == Boolean.class) {
            return switch (value.toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> null;
            };
        }
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equalsIgnoreCase(value)) {
                    return constant;
                }
            }
            return null;
        }
        try {
            return number(value, type);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable Object number(String value, Class<?> type) {
        return switch (type.getSimpleName().toLowerCase(Locale.ROOT)) {
            case "int", "integer" -> Integer.valueOf(value);
            case "long" -> Long.valueOf(value);
            case "short" -> Short.valueOf(value);
            case "byte" -> Byte.valueOf(value);
            case "double" -> Double.valueOf(value);
            case "float" -> Float.valueOf(value);
            default -> null;
        };
    }
}
