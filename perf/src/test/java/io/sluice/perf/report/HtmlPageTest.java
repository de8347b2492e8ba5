package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlPageTest {

    private final String page = HtmlPage.of(ReportFixture.report());

    @Test
    void pageNeedsNothingBesideItself() {
        assertThat(ReportFixture.withoutNames(page))
                .doesNotContain("http:", "https:", "<script", "<link", "@import", "src=");
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
    void chartsHaveTheirOwnColoursAndDarkOnesWhereThePageIsDark() {
        assertThat(page)
                .contains("aria-label=\"Cycles &lt;per&gt; second\"")
                .contains("fill=\"#0b7a75\"", ".chart [fill=\"#0b7a75\"] { fill: #2fb5ac; }");
    }
}
