package io.sluice.perf.report;

import java.util.List;
import java.util.Map;

/** Writes a report as one self-contained HTML page. */
public final class HtmlPage {

    private static final String STYLE =
            """
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem;
              color: var(--ink); background: var(--paper);
              margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.5rem; margin-bottom: .2rem; }
            h2 { font-size: 1.15rem; margin: 2.2rem 0 .3rem; }
            h3 { font-size: 1rem; margin: 1.6rem 0 .3rem; }
            a { color: var(--ours); }
            p.failed, td.failed { color: var(--sixth); }
            .words td, .words th, td.word, th.word { text-align: left; }
            td.word { white-space: normal; overflow-wrap: anywhere; min-width: 6rem; }
            p.rough { color: var(--paper); background: var(--second); font-weight: 600;
              padding: .2rem .6rem; max-width: max-content; }
            p { color: var(--soft); margin: .2rem 0 .8rem; max-width: 46rem; }
            dl { display: grid; grid-template-columns: max-content 1fr;
              gap: .1rem 1rem; font-size: 13px; overflow-wrap: anywhere; }
            dt { color: var(--soft); } dd { margin: 0; }
            table { border-collapse: collapse; margin: .6rem 0;
              font-variant-numeric: tabular-nums; }
            th, td { padding: .2rem .6rem; text-align: right; vertical-align: top;
              border-bottom: 1px solid var(--line); }
            th:first-child, td:first-child { text-align: left; padding-left: 0; }
            th { font-weight: 600; color: var(--soft); vertical-align: bottom; }
            td { white-space: nowrap; } .words td { white-space: normal; }
            .scroll { overflow-x: auto; }
            @media (max-width: 40rem) {
              .outcomes :is(td, th):nth-child(2) { display: none; }
              dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
            .chart { display: block; width: 100%; min-width: 44rem; height: auto; margin: .8rem 0; }
            """;

    private HtmlPage() {}

    /**
     * Returns the page.
     *
     * @param report what to write
     */
    public static String of(Report report) {
        String title = "Sluice: " + report.command();
        StringBuilder page = begin(title);
        page.append(element("h1", title));
        appendReport(page, report, "h2");
        return end(page);
    }

    /** Begins a page. */
    static StringBuilder begin(String title) {
        return new StringBuilder()
                .append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append(
                        "<meta name=\"viewport\" content=\"width=device-width,"
                                + " initial-scale=1\">\n")
                .append(element("title", title))
                .append("<style>\n")
                .append(Colour.rules())
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n");
    }

    /** Ends a page. */
    static String end(StringBuilder page) {
        return page.append("</body>\n</html>\n").toString();
    }

    /**
     * Appends a report without its title.
     *
     * @param heading the element for the titles of its sections
     */
    static void appendReport(StringBuilder page, Report report, String heading) {
        page.append(element("p", report.question()));
        if (report.isRough()) {
            page.append(rough(Report.ROUGH));
        }
        for (Section section : report.sections()) {
            appendSection(page, section, heading);
        }
        page.append(element(heading, "Set-up"));
        appendFacts(page, report.facts());
        page.append("<p>Raw figures, beside this page: ");
        page.append(link(report.command() + ".json", report.command() + ".json")).append(' ');
        report.raw().keySet().forEach(file -> page.append(link(file, file)).append(' '));
        page.append("</p>\n");
    }

    /** Appends a section. */
    static void appendSection(StringBuilder page, Section section, String heading) {
        page.append(element(heading, section.title()));
        if (!section.explanation().isEmpty()) {
            page.append(element("p", section.explanation()));
        }
        section.charts().forEach(chart -> appendChart(page, chart));
        appendTable(page, section.table().withoutEmptyColumns());
    }

    /** Appends the facts that accompany the figures. */
    static void appendFacts(StringBuilder page, Map<String, String> facts) {
        page.append("<dl>\n");
        facts.forEach(
                (name, value) -> page.append(element("dt", name)).append(element("dd", value)));
        page.append("</dl>\n");
    }

    /** Returns a link. */
    static String link(String to, String text) {
        return "<a href=\"" + escape(to) + "\">" + escape(text) + "</a>";
    }

    /** Returns a text escaped for HTML and SVG, in elements and in attributes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static void appendTable(StringBuilder page, Table table) {
        page.append("<div class=\"scroll\"><table>\n");
        appendRow(page, "th", table, table.header());
        table.rows().forEach(row -> appendRow(page, "td", table, row));
        page.append("</table></div>\n");
    }

    private static void appendRow(
            StringBuilder page, String cell, Table table, List<String> texts) {
        page.append("<tr>");
        for (int column = 0; column < texts.size(); column++) {
            page.append('<').append(cell);
            page.append(table.hasWords(column) ? " class=\"word\">" : ">");
            page.append(escape(texts.get(column))).append("</").append(cell).append('>');
        }
        page.append("</tr>\n");
    }

    /** Appends a chart, which a narrow screen shows in part. */
    static void appendChart(StringBuilder page, Chart chart) {
        page.append("<div class=\"scroll\">").append(chart.toSvg()).append("</div>\n");
    }

    /** Returns the mark of a rough run. */
    static String rough(String words) {
        return "<p class=\"rough\">" + escape(words) + "</p>\n";
    }

    /** Returns an element that holds a text. */
    static String element(String name, String text) {
        return "<" + name + ">" + escape(text) + "</" + name + ">\n";
    }
}
