package io.sluice.perf.report;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What a reader sees of a chart: texts, and shapes by their colour. */
final class Drawing {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    private final Document svg;

    private Drawing(Document svg) {
        this.svg = svg;
    }

    static Drawing of(Chart chart) throws Exception {
        return new Drawing(
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(chart.toSvg()))));
    }

    /** Returns the texts, in the order in which they are drawn. */
    List<String> texts() {
        return elements("text").stream().map(Element::getTextContent).toList();
    }

    /** Returns where a text is: x and y. */
    List<Double> place(String text) {
        return elements("text").stream()
                .filter(element -> element.getTextContent().equals(text))
                .map(element -> numbers(element.getAttribute("transform")))
                .findFirst()
                .orElseThrow();
    }

    double height() {
        return Double.parseDouble(svg.getDocumentElement().getAttribute("height"));
    }

    /** Returns the numbers of which paths consist that are filled with a colour. */
    List<List<Double>> filled(Colour colour) {
        return paths("fill", colour);
    }

    /** Returns the numbers of which paths consist that are drawn with a colour, in their place. */
    List<List<Double>> drawn(Colour colour) {
        return paths("stroke", colour);
    }

    /** Returns the corners of areas that are filled with a colour. */
    List<List<Double>> areas(Colour colour) {
        return elements("polygon").stream()
                .filter(element -> element.getAttribute("fill").equals(colour.light()))
                .map(element -> numbers(element.getAttribute("points")))
                .toList();
    }

    /** Those that are moved are symbols, of which one is like another. */
    private List<List<Double>> paths(String attribute, Colour colour) {
        return elements("path").stream()
                .filter(element -> element.getAttribute(attribute).equals(colour.light()))
                .filter(element -> !element.hasAttribute("transform"))
                .map(element -> numbers(element.getAttribute("d")))
                .filter(numbers -> !numbers.isEmpty())
                .toList();
    }

    private List<Element> elements(String name) {
        NodeList found = svg.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static List<Double> numbers(String text) {
        List<Double> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            numbers.add(Double.valueOf(matcher.group()));
        }
        return numbers;
    }
}
