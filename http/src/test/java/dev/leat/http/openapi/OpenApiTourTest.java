package dev.leat.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description is true: real servers were asked for everything that it mentions. */
class OpenApiTourTest {

    /** What is documented, but does not happen on demand. */
    private static final Map<String, String> NOT_ON_DEMAND = Map.of(
            "readMetrics 500", "only a bug makes a metric unreadable",
            "readMetricsWithoutBody 500", "only a bug makes a metric unreadable");

    private static final OpenApi API = OpenApi.load();
    private static final Tour TOUR = new Tour();

    @BeforeAll
    static void walk(@TempDir Path directory) throws Exception {
        try (Servers servers = new Servers(directory)) {
            new Ask(servers.busy, "GET", "/metrics").send(); // the one request that it takes
            new StreamTour(servers, TOUR).walk();
            new OperatorTour(servers, TOUR).walk();
            new SubscriptionTour(servers, TOUR).walk();
            new QueueTour(servers, TOUR).walk();
            TOUR.finish();
        }
    }

    @Test
    void everyRequestIsAnsweredAsTheTableSays() {
        assertThat(TOUR.mistakes()).isEmpty();
    }

    @Test
    void everythingThatIsAnsweredIsDocumented() {
        Documented documented = new Documented(API);
        Map<String, List<String>> surprises = new TreeMap<>();

        for (Answer answer : TOUR.answers()) {
            List<String> found = documented.surprises(answer);
            if (!found.isEmpty()) {
                surprises.put(answer.toString(), found);
            }
        }

        assertThat(surprises).isEmpty();
    }

    @Test
    void everythingThatIsDocumentedIsAnswered() {
        Set<String> unseen = new TreeSet<>(API.pairs());

        for (Answer answer : TOUR.answers()) {
            API.operation(answer.method(), answer.path())
                    .ifPresent(operation -> unseen.remove(operation.id() + " " + answer.status()));
        }

        assertThat(unseen).containsExactlyInAnyOrderElementsOf(NOT_ON_DEMAND.keySet());
    }
}
