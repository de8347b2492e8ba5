package io.sluice.perf.report;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.function.DoubleFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/**
 * Draws charts with Apache ECharts, in JavaScript that runs in Rhino. Neither needs fonts, a screen
 * or a browser, so that it works in a container that has none.
 */
final class ECharts {

    private static final List<String> SCRIPTS =
            List.of(
                    "/io/sluice/perf/report/charts.js",
                    "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js");

    /** Loaded when the first chart is drawn, since that takes two seconds. */
    private static final class Loaded {

        static final ECharts ECHARTS = new ECharts();

        private Loaded() {}
    }

    private final ScriptableObject scope;

    /** Since a page, a file and a summary show the same chart. */
    private final Map<Chart, String> drawn = Collections.synchronizedMap(new WeakHashMap<>());

    private ECharts() {
        Context context = enter();
        try {
            scope = context.initStandardObjects();
            Scriptable colours = context.newObject(scope);
            for (Colour colour : Colour.values()) {
                colours.put(colour.name(), colours, colour.light());
            }
            scope.put("colours", scope, colours);
            DoubleFunction<String> time = seconds -> seconds == 0 ? "0" : Figures.seconds(seconds);
            scope.put("time", scope, callable(time));
            for (String name : SCRIPTS) {
                try (InputStream script = ECharts.class.getResourceAsStream(name)) {
                    byte[] text = Objects.requireNonNull(script, name).readAllBytes();
                    context.evaluateString(
                            scope, new String(text, StandardCharsets.UTF_8), name, 1, null);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the scripts of charts cannot be read", e);
        } finally {
            Context.exit();
        }
    }

    /** Returns a chart as an SVG element that can stand in a page or be a file. */
    static String draw(Chart chart) {
        String svg = Loaded.ECHARTS.drawn.computeIfAbsent(chart, Loaded.ECHARTS::drawOne);
        return "<svg class=\"chart\" role=\"img\" aria-label=\""
                + HtmlPage.escape(chart.title())
                + '"'
                // Every chart has the same id, which must be unique in a page.
                + svg.substring("<svg".length()).replace(" id=\"0\"", "")
                + '\n';
    }

    /** Called by one thread at a time, which is what scripts need. */
    private String drawOne(Chart chart) {
        Context context = enter();
        try {
            Function draw = (Function) scope.get("draw", scope);
            Object[] arguments = {chart.getClass().getSimpleName(), value(context, chart)};
            return Context.toString(draw.call(context, scope, scope, arguments));
        } finally {
            Context.exit();
        }
    }

    private static Context enter() {
        Context context = Context.enter();
        // Not compiled: its functions would be larger than a method may be.
        context.setOptimizationLevel(-1);
        context.setLanguageVersion(Context.VERSION_ES6);
        return context;
    }

    /** Returns the same for JavaScript: an object for a record, and an array for a list. */
    private Object value(Context context, Object value) {
        if (value instanceof Record) {
            Scriptable object = context.newObject(scope);
            for (RecordComponent part : value.getClass().getRecordComponents()) {
                object.put(part.getName(), object, value(context, get(part, value)));
            }
            return object;
        }
        if (value instanceof List<?> parts) {
            return context.newArray(
                    scope, parts.stream().map(part -> value(context, part)).toArray());
        }
        if (value instanceof DoubleFunction<?> function) {
            return callable(function);
        }
        // This version of ECharts does not escape texts.
        return value instanceof Number ? value : HtmlPage.escape(value.toString());
    }

    private static Object get(RecordComponent part, Object record) {
        try {
            return part.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + part, e);
        }
    }

    /** Lets JavaScript call a function. */
    private Object callable(DoubleFunction<?> function) {
        return new LambdaFunction(
                scope,
                1,
                (context, any, self, arguments) ->
                        HtmlPage.escape(function.apply(Context.toNumber(arguments[0])).toString()));
    }
}
