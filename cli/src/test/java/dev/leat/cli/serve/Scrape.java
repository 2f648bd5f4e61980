package dev.leat.cli.serve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of metrics, read back: which there are, of what type, with what labels. */
final class Scrape {
    private static final Pattern SAMPLE = Pattern.compile("([a-z0-9_]+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z]+)=\"[^\"]*\"");

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, String> helps = new LinkedHashMap<>();
    private final Map<String, Set<String>> labels = new TreeMap<>();

    /** A metric without its values. */
    record Metric(String name, String type, Set<String> labels, String help) {

        String line() {
            return (name + " " + type + " " + String.join(",", labels)).strip();
        }

        String row() {
            return "| `" + name + "` | " + type + " | " + String.join(", ", labels) + " | " + help + " |";
        }
    }

    static Scrape of(String page) {
        Scrape scrape = new Scrape();
        page.lines().forEach(scrape::read);
        return scrape;
    }

    private void read(String line) {
        String[] words = line.split(" ", 4);
        if (line.startsWith("# TYPE")) {
            types.put(words[2], words[3]);
            labels.put(words[2], new TreeSet<>());
        } else if (line.startsWith("# HELP")) {
            helps.put(words[2], words[3]);
        } else {
            readSample(line);
        }
    }

    private void readSample(String line) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new AssertionError("not a sample: " + line);
        }
        String name = labels.containsKey(sample.group(1))
                ? sample.group(1)
                : sample.group(1).replaceAll("_(bucket|count|sum)$", "");
        if (!labels.containsKey(name)) {
            throw new AssertionError("a sample without a type: " + line);
        }
        if (sample.group(2) != null) {
            LABEL.matcher(sample.group(2))
                    .results()
                    .map(label -> label.group(1))
                    .filter(label -> !label.equals("le"))
                    .forEach(labels.get(name)::add);
        }
    }

    Set<String> names() {
        return labels.keySet();
    }

    /** The metrics that only Leat has, by name. */
    List<Metric> ours() {
        return labels.keySet().stream()
                .filter(name -> name.startsWith("leat_"))
                .map(name -> new Metric(name, types.get(name), labels.get(name), helps.get(name)))
                .toList();
    }
}
