package dev.leat.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.leat.Leat;
import dev.leat.http.metrics.HttpMetrics;
import dev.leat.http.metrics.MetricsPage;
import dev.leat.http.metrics.Route;
import dev.leat.http.protocol.HttpMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dashboard for Grafana asks for nothing that a server does not tell. */
class DashboardTest {
    private static final Path DASHBOARD = Path.of("..", "docs", "grafana", "leat.json");
    private static final Pattern METRIC =
            Pattern.compile("\\b((?:leat|jvm|process|system)_[a-z0-9_]+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("([a-z]+)(?:=~|!~|!=|=)\"");
    private static final Pattern GROUPING = Pattern.compile("by \\(([a-z, ]+)\\)");

    /** Put there by whoever scrapes, or by the format. */
    private static final Set<String> OF_EVERYTHING = Set.of("instance", "le");

    private final List<String> expressions = expressions();
    private Leat leat;
    private ServerMetrics metrics;
    private MetricsPage page;

    @BeforeEach
    void start() {
        leat = Leat.inMemory();
        metrics = new ServerMetrics(leat::figures);
        page = MetricsPage.of(metrics.registry()).orElseThrow();
        HttpMetrics http = new HttpMetrics(metrics.registry());
        http.started();
        http.finished(Route.STREAM_READ, HttpMethod.GET, 200, 1);
        while (!page.render(null).contains("jvm_gc_pause_seconds_sum")) {
            System.gc(); // pauses are told from the first on
        }
    }

    @AfterEach
    void stop() {
        metrics.close();
        leat.close();
    }

    @Test
    void everyMetricIsOnThePage() {
        Set<String> told = page.render(null)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(told).containsAll(asked());
        assertThat(asked()).hasSizeGreaterThan(40);
    }

    @Test
    void everyLabelIsOneOfItsMetrics() {
        for (String expression : expressions) {
            Set<String> allowed = new TreeSet<>(OF_EVERYTHING);
            for (Matcher metric = METRIC.matcher(expression); metric.find(); ) {
                allowed.addAll(labels(metric.group(1)));
                assertThat(LABEL.matcher(metric.group(2) == null ? "" : metric.group(2))
                                .results())
                        .as(expression)
                        .allSatisfy(label -> assertThat(allowed).contains(label.group(1)));
            }
            assertThat(GROUPING.matcher(expression)
                            .results()
                            .flatMap(by -> List.of(by.group(1).split(", ")).stream()))
                    .as(expression)
                    .allSatisfy(label -> assertThat(allowed).contains(label));
        }
    }

    @Test
    void everyPanelAsksForSomething() {
        assertThat(expressions)
                .isNotEmpty()
                .allSatisfy(asked -> assertThat(asked).containsPattern(METRIC));
    }

    private Set<String> asked() {
        return expressions.stream()
                .flatMap(expression -> METRIC.matcher(expression).results())
                .map(metric -> metric.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The labels that the samples of a metric have. */
    private Set<String> labels(String metric) {
        return page.render(null)
                .lines()
                .filter(line -> line.startsWith(metric + "{"))
                .flatMap(line -> LABEL.matcher(line).results())
                .map(label -> label.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> expressions() {
        List<String> found = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(DASHBOARD.toFile())) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.VALUE_STRING && "expr".equals(json.currentName())) {
                    found.add(json.getText());
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return found;
    }
}
