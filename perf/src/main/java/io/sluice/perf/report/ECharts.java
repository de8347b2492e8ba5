package io.sluice.perf.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/**
 * Draws charts with Apache ECharts, in JavaScript that runs in Rhino. Neither needs fonts, a screen
 * or a browser, so that it works in a container that has none.
 */
final class ECharts {

    private static final String SCRIPT =
            "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

    /** Without timers, since nothing in a picture moves. */
    private static final String DRAW =
            """
            function setTimeout() {}
            function clearTimeout() {}
            function draw(option, width, height) {
              var chart = echarts.init(
                  null, null, { renderer: 'svg', ssr: true, width: width, height: height });
              chart.setOption(option);
              var svg = chart.renderToSVGString();
              chart.dispose();
              return svg;
            }
            """;

    /** Loaded when the first chart is drawn, since that takes two seconds. */
    private static final class Loaded {

        static final ECharts ECHARTS = new ECharts();

        private Loaded() {}
    }

    private final ScriptableObject scope;

    private ECharts() {
        Context context = enter();
        try (InputStream script = ECharts.class.getResourceAsStream(SCRIPT)) {
            if (script == null) {
                throw new IllegalStateException(
                        "there is no " + SCRIPT + " in the class path; charts need it");
            }
            scope = context.initStandardObjects();
            run(context, DRAW, "draw");
            run(context, new String(script.readAllBytes(), StandardCharsets.UTF_8), SCRIPT);
        } catch (IOException e) {
            throw new IllegalStateException(SCRIPT + " cannot be read", e);
        } finally {
            Context.exit();
        }
    }

    /**
     * Draws a chart.
     *
     * @param title its name, also for readers who cannot see it
     * @param option what to draw, as an option of ECharts: maps, collections, numbers, texts, and
     *     functions from a number to a text
     * @return an SVG element that can stand in a page or be a file
     */
    static String draw(String title, int width, int height, Map<String, Object> option) {
        String svg = Loaded.ECHARTS.draw(option, width, height);
        return "<svg class=\"chart\" role=\"img\" aria-label=\""
                + HtmlPage.escape(title)
                + '"'
                // Every chart has the same id, which must be unique in a page.
                + svg.substring("<svg".length()).replace(" id=\"0\"", "")
                + '\n';
    }

    /** Scripts run in one thread at a time. */
    private synchronized String draw(Map<String, Object> option, int width, int height) {
        Context context = enter();
        try {
            Function draw = (Function) scope.get("draw", scope);
            Object[] arguments = {value(context, option), width, height};
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

    private void run(Context context, String script, String name) {
        context.evaluateString(scope, script, name, 1, null);
    }

    private Object value(Context context, Object value) {
        if (value instanceof Map<?, ?> map) {
            Scriptable object = context.newObject(scope);
            map.forEach((name, part) -> object.put(name.toString(), object, value(context, part)));
            return object;
        }
        if (value instanceof Collection<?> parts) {
            return context.newArray(
                    scope, parts.stream().map(part -> value(context, part)).toArray());
        }
        if (value instanceof DoubleFunction<?> function) {
            return new Formatter(function);
        }
        if (value instanceof Colour colour) {
            return colour.light();
        }
        // This version of ECharts does not escape texts.
        return value instanceof String text ? HtmlPage.escape(text) : value;
    }

    /** Lets JavaScript call a function. */
    private static final class Formatter extends BaseFunction {

        private static final long serialVersionUID = 1;

        private final transient DoubleFunction<?> function;

        Formatter(DoubleFunction<?> function) {
            this.function = function;
        }

        @Override
        public Object call(Context context, Scriptable scope, Scriptable self, Object[] arguments) {
            return HtmlPage.escape(function.apply(Context.toNumber(arguments[0])).toString());
        }
    }
}
