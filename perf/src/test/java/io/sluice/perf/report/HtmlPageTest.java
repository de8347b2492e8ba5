package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class HtmlPageTest {

    private final String page = HtmlPage.of(ReportFixture.report());

    @Test
    void pageNeedsNothingBesideItself() {
        assertThat(page).doesNotContain("http:", "https:", "<script", "<link", "@import", "src=");
    }

    @Test
    void textsAreEscaped() {
        assertThat(page)
                .contains("What does it cost &amp; why?", "-Xmx1g &quot;quoted&quot;")
                .contains("Cycles &lt;per&gt; second")
                .doesNotContain("<per>");
    }

    @Test
    void pageLinksTheRawFigures() {
        assertThat(page).contains("<a href=\"cycle-forks.csv\">");
    }

    @Test
    void barsAreAsLongAsTheirMedians() throws Exception {
        NodeList bars = svg().getElementsByTagName("rect");

        double ours = width(bars, 0);
        assertThat(ours).isPositive();
        assertThat(width(bars, 1)).isEqualTo(ours / 2);
        assertThat(width(bars, 2)).isZero();
    }

    @Test
    void onlyBarsOfSeveralRoundsShowARange() throws Exception {
        assertThat(svg().getElementsByTagName("path").getLength()).isEqualTo(2);
    }

    @Test
    void chartOfZerosIsDrawn() {
        BarChart zeros =
                new BarChart(
                        "Errors",
                        java.util.List.of(
                                new BarChart.Bar(
                                        "sluice", new Spread(0, 0, 0, 1), BarChart.Tone.OURS)),
                        Figures::count);

        assertThat(zeros.toSvg()).contains("width=\"0.0\"").doesNotContain("NaN", "Infinity");
    }

    private static Document svg() throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(ReportFixture.CHART.toSvg())));
    }

    private static double width(NodeList bars, int index) {
        return Double.parseDouble(((Element) bars.item(index)).getAttribute("width"));
    }
}
