package dev.leat.http.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueuePage;
import dev.leat.api.queue.TaskId;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.Action;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import dev.leat.http.queue.Examples.Example;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every route needs what the table says, and nothing else opens it. */
class QueueScopesTest {
    private static final Rejection REACHED = new Rejection.Unavailable("a test", Duration.ofSeconds(1));
    private static final QueueName Q = QueueName.of("q");

    /** A request and the scopes that it needs, all of them. */
    private record Row(Example example, List<String> needs) {}

    private static Row row(String method, String target, String body, String... needs) {
        return new Row(new Example(method, target, body), List.of(needs));
    }

    private static final List<Row> TABLE = List.of(
            row("PUT", "/v1/queues/q", "{}", "manage:q"),
            row("PUT", "/v1/queues/q", "{\"deadLetter\":\"dead\"}", "manage:q", "enqueue:dead"),
            row("GET", "/v1/queues/q", "", "browse:q"),
            row("PATCH", "/v1/queues/q", "{\"lease\":\"1s\"}", "manage:q"),
            row("PATCH", "/v1/queues/q", "{\"deadLetter\":\"dead\"}", "manage:q", "enqueue:dead"),
            row("PATCH", "/v1/queues/q", "{\"deadLetter\":\"dead\",\"expected\":{}}", "manage:q", "enqueue:dead"),
            row("DELETE", "/v1/queues/q", "", "manage:q"),
            row("DELETE", "/v1/queues/q?detach=true", "", "manage:q", "manage:q2", "manage:zz"),
            row("POST", "/v1/queues/q/messages", "x", "enqueue:q"),
            row("POST", "/v1/queues/q/messages:batch", "{\"messages\":[{\"payload\":1}]}", "enqueue:q"),
            row("GET", "/v1/queues/q/messages", "", "browse:q"),
            row("GET", "/v1/queues/q/messages/m", "", "browse:q"),
            row("DELETE", "/v1/queues/q/messages/m", "", "manage:q"),
            row("GET", "/v1/queues/q/messages:at?seq=1", "", "browse:q"),
            row("POST", "/v1/queues/q/messages:cancel", "{\"seqs\":[1]}", "manage:q"),
            row("POST", "/v1/queues/q/receive", "{}", "receive:q"),
            row("POST", "/v1/queues/q/pop", "{}", "receive:q"),
            row("POST", "/v1/queues/q/claim", "{\"consumer\":\"c\"}", "claim:q"),
            row("POST", "/v1/queues/q/ack", "{\"deliveryId\":\"d\"}", "receive:q"),
            row("POST", "/v1/queues/q/nack", "{\"deliveryId\":\"d\"}", "receive:q"),
            row("POST", "/v1/queues/q/release", "{\"deliveryId\":\"d\"}", "receive:q"),
            row("POST", "/v1/queues/q/reject", "{\"deliveryId\":\"d\"}", "receive:q"),
            row("POST", "/v1/queues/q/extend", "{\"deliveryId\":\"d\",\"lease\":\"1s\"}", "receive:q"),
            row("POST", "/v1/queues/q/settle", "{\"settlements\":[{\"ack\":{\"deliveryId\":\"d\"}}]}", "receive:q"),
            row("POST", "/v1/queues/q/purge", "{}", "manage:q"),
            row("POST", "/v1/queues/q/pause", "{}", "manage:q"),
            row("POST", "/v1/queues/q/resume", "{}", "manage:q"),
            row("POST", "/v1/queues/q/redrive", "{}", "manage:q"),
            row("POST", "/v1/queues/q/redrive", "{\"to\":\"other\"}", "manage:q", "enqueue:other"),
            row("PUT", "/v1/queues/q/groups/g", "{}", "manage:q"),
            row("GET", "/v1/queues/q/groups/g", "", "browse:q"),
            row("DELETE", "/v1/queues/q/groups/g", "", "manage:q"),
            row("POST", "/v1/queues/q/groups/g/seek", "{\"to\":\"head\"}", "manage:q"),
            row("POST", "/v1/queues/q/groups/g/pause", "{}", "manage:q"),
            row("POST", "/v1/queues/q/groups/g/resume", "{}", "manage:q"),
            row("GET", "/v1/tasks/t", "", "browse:q"),
            row("DELETE", "/v1/tasks/t", "", "manage:q"),
            row("GET", "/v1/presence?queue=q", "", "browse:q"),
            row("PUT", "/v1/presence/q/g/c", "{}", "receive:q"),
            row("DELETE", "/v1/presence/q/g/c", "", "receive:q"),
            row("POST", "/v1/tx", "{\"ops\":[{\"ack\":{\"queue\":\"q\",\"deliveryId\":\"d\"}}]}", "receive:q"),
            row(
                    "POST",
                    "/v1/tx",
                    "{\"ops\":[{\"nack\":{\"queue\":\"q\",\"deliveryId\":\"d\"}},{\"enqueue\":{\"queue\":\"r\","
                            + "\"payload\":1}},{\"append\":{\"stream\":\"s/t\",\"payload\":1}}]}",
                    "receive:q",
                    "enqueue:r",
                    "append:s/t"));

    private static final Map<List<String>, String> KEYS = new HashMap<>();
    private static Access access;
    private static Desk desk;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        List<ApiKey> keys = new ArrayList<>();
        for (List<String> scopes : wanted()) {
            String key = ApiKey.generate();
            KEYS.put(scopes, key);
            keys.add(ApiKey.of(
                    "k" + keys.size(), key, scopes.stream().map(Scope::parse).toList()));
        }
        Path file = Files.writeString(directory.resolve("keys.json"), KeyFile.write(keys));
        access = Access.from(AccessSettings.none().withKeyFile(file));
        desk = new Desk(new ScriptedEngine(QueueScopesTest::answer), access);
    }

    /** All that a row needs; each row with one of its needs missing or about another queue; every action alone. */
    private static List<List<String>> wanted() {
        Stream<List<String>> rows = TABLE.stream().flatMap(row -> Stream.concat(Stream.of(row.needs), flawed(row)));
        Stream<List<String>> others =
                Stream.of(List.of("browse:q*"), List.of("*:*"), List.of("*:q"), List.of("enqueue:*"));
        return Stream.concat(rows, others).distinct().toList();
    }

    private static Stream<List<String>> flawed(Row row) {
        return row.needs.stream()
                .flatMap(need -> instead(need).map(other -> {
                    List<String> needs = new ArrayList<>(row.needs);
                    needs.set(needs.indexOf(need), other);
                    return List.copyOf(needs);
                }));
    }

    private static Stream<String> instead(String need) {
        String where = need.substring(need.indexOf(':') + 1);
        Stream<String> actions = Stream.of(Action.values())
                .map(action -> action.word() + ":" + where)
                .filter(other -> !other.equals(need));
        Stream<String> places = Stream.of(need + "x", need.substring(0, need.indexOf(':') + 1) + "x" + where);
        return Stream.concat(actions, places).filter(QueueScopesTest::isScope);
    }

    private static boolean isScope(String text) {
        try {
            return Scope.parse(text).toString().equals(text);
        } catch (IllegalArgumentException e) {
            return false; // a queue has no path
        }
    }

    private static Object answer(Object what) {
        return switch (what) {
            case QueueQuery.Queue ignored -> info("q");
            case QueueQuery.Task ignored ->
                new TaskInfo(TaskId.of("t"), Q, TaskInfo.State.RUNNING, 0, 0, 0, Instant.EPOCH, null, null, null);
            case QueueQuery.Queues page -> page(page);
            default -> REACHED;
        };
    }

    /** Two pages. */
    private static QueuePage page(QueueQuery.Queues query) {
        QueueName after = query.after();
        List<QueueInfo> all = Stream.of(info("a"), info("q1"), sending("q2"), info("z"), sending("zz"))
                .filter(info -> info.queue().value().startsWith(query.prefix()))
                .filter(info -> after == null || info.queue().compareTo(after) > 0)
                .toList();
        int size = Math.min(query.limit(), Math.min(all.size(), 4));
        return new QueuePage(all.subList(0, size), size < all.size());
    }

    private static QueueInfo info(String name) {
        return info(name, QueueConfig.work());
    }

    /** One that sends its dead letters to q. */
    private static QueueInfo sending(String name) {
        return info(name, QueueConfig.work().toBuilder().deadLetter(Q).build());
    }

    private static QueueInfo info(String name, QueueConfig config) {
        return new QueueInfo(QueueName.of(name), config, Instant.EPOCH, 0, 0, 0, false, 0, 0, List.of());
    }

    @AfterAll
    static void stop() {
        desk.close();
        access.close();
    }

    private static HttpResponse<String> ask(List<String> scopes, Example example) throws Exception {
        return desk.send(desk.request(example.target())
                .header("Authorization", "Bearer " + KEYS.get(scopes))
                .method(example.method(), HttpRequest.BodyPublishers.ofString(example.body())));
    }

    @Test
    void whoHasTheScopesGetsThrough() throws Exception {
        for (Row row : TABLE) {
            assertThat(ask(row.needs, row.example).statusCode())
                    .as(row.toString())
                    .isIn(200, 503);
            assertThat(ask(List.of("*:*"), row.example).statusCode())
                    .as(row.toString())
                    .isIn(200, 503);
        }
    }

    @Test
    void whoHasAnyOtherDoesNot() throws Exception {
        for (Row row : TABLE) {
            for (List<String> flawed : flawed(row).toList()) {
                boolean isHidden = row.example.target().startsWith("/v1/tasks/")
                        && !flawed.contains("browse:q")
                        && !flawed.contains("manage:q");
                assertThat(ask(flawed, row.example).statusCode())
                        .as(row + " with " + flawed)
                        .isEqualTo(isHidden ? 404 : 403);
            }
        }
    }

    @Test
    void whoSaysNothingIsAStranger() throws Exception {
        for (Row row : TABLE) {
            Example example = row.example;
            assertThat(desk.ask(example.method(), example.target(), example.body())
                            .statusCode())
                    .as(row.toString())
                    .isEqualTo(401);
        }
    }

    @Test
    void aListShowsWhatItsReaderMayBrowse() throws Exception {
        Example list = new Example("GET", "/v1/queues", "");

        assertThat(ask(List.of("browse:q*"), list).body())
                .contains("\"queue\":\"q1\"", "\"queue\":\"q2\"")
                .doesNotContain("\"queue\":\"a\"", "\"queue\":\"z\"", "\"next\"");
        assertThat(ask(List.of("enqueue:*"), list).body()).isEqualTo("{\"queues\":[]}");
    }

    @Test
    void theCursorOfAListIsAQueueThatItsReaderMayBrowse() throws Exception {
        Example first = new Example("GET", "/v1/queues?limit=1", "");
        Example second = new Example("GET", "/v1/queues?limit=1&after=q1", "");

        assertThat(ask(List.of("browse:q*"), first).body()).contains("\"queue\":\"q1\"", "\"next\":\"q1\"");
        assertThat(ask(List.of("browse:q*"), second).body())
                .contains("\"queue\":\"q2\"")
                .doesNotContain("\"next\"");
    }

    @Test
    void aTaskOfAQueueThatItsReaderMayNotSeeIsNotThere() throws Exception {
        for (String method : List.of("GET", "DELETE")) {
            HttpResponse<String> hidden = ask(List.of("enqueue:*"), new Example(method, "/v1/tasks/t", ""));

            assertThat(hidden.statusCode()).isEqualTo(404);
            assertThat(hidden.body()).contains("task-not-found").doesNotContain("\"q\"", "queue q");
        }
        assertThat(ask(List.of("browse:q"), new Example("DELETE", "/v1/tasks/t", ""))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void aRefusedDetachNamesNoQueueThatSendsDeadLetters() throws Exception {
        assertThat(ask(List.of("manage:q"), new Example("DELETE", "/v1/queues/q?detach=true", ""))
                        .body())
                .contains("access-refused")
                .doesNotContain("q2", "zz");
    }

    @Test
    void allActionsOnAPathAreThoseOfStreams() throws Exception {
        assertThat(ask(List.of("*:q"), new Example("GET", "/v1/queues/q", "")).statusCode())
                .isEqualTo(403);
    }
}
