package io.sluice.perf.report;

import java.util.List;
import java.util.Objects;

/** Writes a summary, and all its reports, as one self-contained HTML page. */
public final class SummaryPage {

    private SummaryPage() {}

    /**
     * Returns the page.
     *
     * @param summary what to write
     */
    public static String of(Summary summary) {
        String title = "Sluice: every measurement";
        StringBuilder page = HtmlPage.begin(title);
        page.append(HtmlPage.element("h1", title));
        if (summary.quick()) {
            page.append(HtmlPage.rough(Summary.ONLY_ROUGH));
        }
        summary.tooLongInWords().ifPresent(words -> page.append(HtmlPage.element("p", words)));
        summary.roundsInWords().ifPresent(words -> page.append(HtmlPage.element("p", words)));
        summary.outcomes().stream()
                .map(Outcome::report)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(first -> HtmlPage.appendFacts(page, first.machineFacts()));
        appendOutcomes(page, summary);
        if (summary.showsTargets()) {
            appendTargets(page, summary);
        }
        appendRatios(page, summary);
        summary.outcomes().forEach(outcome -> appendReport(page, outcome));
        return HtmlPage.end(page);
    }

    private static void appendOutcomes(StringBuilder page, Summary summary) {
        page.append("<div class=\"scroll\"><table class=\"words outcomes\">\n")
                .append("<tr><th>command</th><th>question</th><th>took</th><th></th></tr>\n");
        for (Outcome outcome : summary.outcomes()) {
            page.append(
                    "<tr><td>%s</td><td>%s</td><td>%s</td><td%s>%s</td></tr>\n"
                            .formatted(
                                    HtmlPage.link("#" + outcome.command(), outcome.command()),
                                    HtmlPage.escape(outcome.question()),
                                    HtmlPage.escape(Figures.took(outcome.took())),
                                    failed(outcome.failure() != null),
                                    HtmlPage.escape(outcome.inWords())));
        }
        page.append("</table></div>\n");
    }

    private static void appendTargets(StringBuilder page, Summary summary) {
        page.append(HtmlPage.element("h2", "Targets"))
                .append(HtmlPage.element("p", Target.EXPLAINED))
                .append("<div class=\"scroll\"><table class=\"words\">\n<tr>");
        Target.HEADER.forEach(cell -> page.append(HtmlPage.element("th", cell).strip()));
        page.append("</tr>\n");
        for (Target target : summary.targets()) {
            page.append(
                    "<tr><td>%s</td><td>%s</td><td%s>%s</td></tr>\n"
                            .formatted(
                                    HtmlPage.escape(target.wanted()),
                                    HtmlPage.escape(target.figure()),
                                    failed(target.verdict() == Target.Verdict.MISSED),
                                    target.verdict()));
        }
        page.append("</table></div>\n");
    }

    private static void appendRatios(StringBuilder page, Summary summary) {
        List<BarChart.Bar> bars =
                summary.ratios().stream()
                        .map(ratio -> BarChart.Bar.ours(ratio.getKey(), ratio.getValue()))
                        .toList();
        if (!bars.isEmpty()) {
            HtmlPage.appendChart(
                    page,
                    new BarChart(
                            "Throughput, Sluice ÷ the best peer of the row", bars, Figures::ratio));
        }
    }

    private static void appendReport(StringBuilder page, Outcome outcome) {
        page.append("<h2 id=\"%1$s\">%1$s</h2>\n".formatted(HtmlPage.escape(outcome.command())));
        if (!outcome.measured()) {
            page.append(
                    "<p%s>%s</p>\n"
                            .formatted(
                                    failed(outcome.failure() != null),
                                    HtmlPage.escape(outcome.inWords())));
        }
        Report report = outcome.report();
        if (report != null) {
            HtmlPage.appendReport(page, report, "h3");
            String file = report.command() + ".html";
            page.append("<p>By itself: " + HtmlPage.link(file, file) + "</p>\n");
        }
    }

    /** Returns the class of something, if it is about a failure. */
    private static String failed(boolean failed) {
        return failed ? " class=\"failed\"" : "";
    }
}
