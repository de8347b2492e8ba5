package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class LineChartTest {

    private static final LineChart CHART =
            new LineChart(
                    "Requests <that> wait",
                    List.of(
                            new LineChart.Line(
                                    "sluice",
                                    List.of(
                                            new LineChart.Point(0, 40),
                                            new LineChart.Point(1, 20),
                                            new LineChart.Point(2, 0))),
                            new LineChart.Line("hikari", List.of())),
                    List.of(new LineChart.Mark("killed & back", 0.5, 1.5)),
                    Figures::count);

    @Test
    void lineReachesFromTheHighestValueToZeroAndFromBeginToEnd() throws Exception {
        assertThat(paths("line line0"))
                .containsExactly("M60 32h20", "M60.0 48.0L340.0 138.0L620.0 228.0");
    }

    @Test
    void lineWithoutPointsIsInTheLegendOnly() throws Exception {
        assertThat(paths("line line1")).containsExactly("M150 32h20");
        assertThat(CHART.toSvg()).contains(">hikari<");
    }

    @Test
    void plotBeginsBelowALegendOfTwoRows() throws Exception {
        List<LineChart.Line> seven =
                IntStream.range(0, 7)
                        .mapToObj(
                                i ->
                                        new LineChart.Line(
                                                "pool " + i,
                                                List.of(
                                                        new LineChart.Point(0, 1),
                                                        new LineChart.Point(1, 0))))
                        .toList();
        LineChart chart = new LineChart("Seven", seven, List.of(), Figures::count);

        assertThat(paths(chart, "line line0")).first().isEqualTo("M60 32h20");
        assertThat(paths(chart, "line line6"))
                .containsExactly("M60 48h20", "M60.0 64.0L620.0 244.0");
    }

    @Test
    void markCoversItsSpanAndIsNamed() throws Exception {
        Element mark = (Element) svg(CHART).getElementsByTagName("rect").item(0);

        assertThat(mark.getAttribute("x")).isEqualTo("200.0");
        assertThat(mark.getAttribute("width")).isEqualTo("280.0");
        assertThat(CHART.toSvg()).contains("killed &amp; back", "Requests &lt;that&gt; wait");
    }

    @Test
    void ticksAreRoundNumbers() {
        assertThat(CHART.toSvg())
                .contains(">0<", ">10<", ">40<", ">500 ms<", ">1.00 s<", ">2.00 s<");
    }

    @Test
    void chartOfZerosIsDrawn() {
        LineChart zeros =
                new LineChart(
                        "Errors",
                        List.of(new LineChart.Line("sluice", List.of(new LineChart.Point(0, 0)))),
                        List.of(),
                        Figures::count);

        assertThat(zeros.toSvg()).doesNotContain("NaN", "Infinity");
    }

    private static List<String> paths(String style) throws Exception {
        return paths(CHART, style);
    }

    private static List<String> paths(LineChart chart, String style) throws Exception {
        NodeList paths = svg(chart).getElementsByTagName("path");
        return IntStream.range(0, paths.getLength())
                .mapToObj(i -> (Element) paths.item(i))
                .filter(path -> style.equals(path.getAttribute("class")))
                .map(path -> path.getAttribute("d"))
                .toList();
    }

    private static Document svg(LineChart chart) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(chart.toSvg())));
    }
}
