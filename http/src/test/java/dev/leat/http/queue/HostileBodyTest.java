package dev.leat.http.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueQuery;
import dev.leat.http.queue.Examples.Example;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whatever is in a JSON body, it is understood or refused with a reason; never is it the server that fails. */
class HostileBodyTest {
    private static final Rejection UNDERSTOOD = new Rejection.Unavailable("a test", Duration.ofSeconds(1));
    private static final QueueInfo INFO =
            new QueueInfo(QueueName.of("q"), QueueConfig.work(), Instant.EPOCH, 0, 0, 0, false, 0, 0, List.of());

    /** A value, with the name before it: what is put in its place. */
    private static final Pattern VALUE = Pattern.compile("(?<=:)(\"[^\"]*\"|-?[0-9.]+|true|false|null)(?=[,}\\]\\s])");

    private static final List<String> STRANGE = List.of(
            "null",
            "true",
            "[]",
            "{}",
            "[[[[]]]]",
            "{\"a\":{\"b\":1}}",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "-1",
            "0.5",
            "1e999",
            "99999999999999999999999999",
            "9223372036854775807",
            "-9223372036854775808",
            "2147483648",
            "\"PT9999999999999999H\"",
            "\"999999999999999d\"",
            "\"P-1D\"",
            "\"+1000000000-12-31T00:00:00Z\"",
            "\"-999999999-01-01T00:00:00Z\"",
            "\"../..\"",
            "\"%\"",
            "\"" + "x".repeat(5000) + "\"",
            "NaN",
            "01",
            "'x'");

    private static Desk desk;

    @BeforeAll
    static void start() {
        desk = new Desk(new ScriptedEngine(what -> what instanceof QueueQuery.Queue ? INFO : UNDERSTOOD));
    }

    @AfterAll
    static void stop() {
        desk.close();
    }

    private static HttpResponse<String> send(Example example, String body) throws Exception {
        return desk.ask(example.method(), example.target(), body);
    }

    private static void assertRefused(Example example, String body) throws Exception {
        HttpResponse<String> answer = send(example, body);

        assertThat(answer.statusCode())
                .as("%s%n%s%n%s", example, body, answer.body())
                .isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void everyExampleIsUnderstood() throws Exception {
        for (Example example : Examples.ALL) {
            HttpResponse<String> answer = send(example, example.body());

            assertThat(answer.statusCode()).as("%s%n%s", example, answer.body()).isEqualTo(503);
        }
    }

    @Test
    void whatIsNoJsonObjectIsRefused() throws Exception {
        List<String> bodies = List.of(
                "x",
                "[",
                "[]",
                "1",
                "\"a\"",
                "null",
                "{",
                "{]",
                "{\"a\"}",
                "{\"a\":1}{}",
                "{\"a\":1,\"a\":2}",
                "{} x",
                "\uFEFF{}",
                "{\"payload\":",
                "{\"payload\":[",
                "{\"a\":".repeat(5000),
                "{\"payload\":" + "[".repeat(100_000),
                "{\"a\":1" + "0".repeat(5000) + "}");
        for (Example example : Examples.ALL) {
            for (String body : bodies) {
                assertRefused(example, body);
            }
        }
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() throws Exception {
        for (Example example : Examples.ALL) {
            for (byte[] bytes : List.of(
                    new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'},
                    "{\"payload\":1}".getBytes(StandardCharsets.UTF_16BE),
                    "{\"payload\":1}".getBytes(StandardCharsets.UTF_16LE),
                    "{\"payload\":1}".getBytes(StandardCharsets.UTF_16))) {
                HttpResponse<String> answer =
                        desk.ask(example.method(), example.target(), HttpRequest.BodyPublishers.ofByteArray(bytes));

                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            }
        }
    }

    @Test
    void aNameThatIsNotKnownIsRefusedAndNamed() throws Exception {
        for (Example example : Examples.ALL) {
            Matcher open = Pattern.compile("\\{").matcher(example.body());
            while (open.find()) {
                String more = example.body().startsWith("{}", open.start()) ? "\"surprise\":1" : "\"surprise\":1,";
                String body = example.body().substring(0, open.end())
                        + more
                        + example.body().substring(open.end());
                HttpResponse<String> answer = send(example, body);
                if (isFree(example.body(), open.start())) {
                    continue;
                }

                assertThat(answer.statusCode())
                        .as("%s%n%s", body, answer.body())
                        .isEqualTo(400);
                assertThat(answer.body())
                        .as(body)
                        .containsAnyOf("surprise", "one member", "an op is", "a settlement is");
            }
        }
    }

    /** Whether any name can be there: in a payload, headers or labels. */
    private static boolean isFree(String body, int brace) {
        return body.substring(0, brace).matches("(?s).*\"(payload|headers|labels)\":");
    }

    @Test
    void base64ThatIsNoneIsRefused() throws Exception {
        for (String base64 : List.of("A", "@@@@", "AAE", "AA==A", "____")) {
            Example batch = new Example("POST", "/v1/queues/q/messages:batch", "");
            String body = "{\"messages\":[{\"payloadBase64\":\"" + base64 + "\"}]}";
            if (!base64.equals("AAE")) { // its padding may be missing
                assertRefused(batch, body);
            }
        }
    }

    @Test
    void strangeValuesNeverMakeTheServerFail() throws Exception {
        Random random = new Random(17);
        for (Example example : Examples.ALL) {
            for (String body : mutations(example.body(), random)) {
                HttpResponse<String> answer = send(example, body);

                assertThat(answer.statusCode())
                        .as("%s %s%n%s%n%s", example.method(), example.target(), body, answer.body())
                        .isIn(400, 403, 503);
            }
        }
    }

    /** Each value replaced by something strange; and a few with several at once. */
    private static List<String> mutations(String body, Random random) {
        List<String> mutations = new ArrayList<>();
        Matcher value = VALUE.matcher(body);
        while (value.find()) {
            for (String strange : STRANGE) {
                mutations.add(body.substring(0, value.start()) + strange + body.substring(value.end()));
            }
        }
        for (int i = 0; i < 20; i++) {
            mutations.add(VALUE.matcher(body)
                    .replaceAll(match -> Matcher.quoteReplacement(
                            random.nextInt(3) == 0 ? STRANGE.get(random.nextInt(STRANGE.size())) : match.group())));
        }
        return mutations;
    }

    @Test
    void headersOfAMessageThatMakeNoSenseAreRefused() throws Exception {
        for (String[] header : List.of(
                new String[] {"Message-Priority", "10"},
                new String[] {"Message-Priority", "high"},
                new String[] {"Message-Priority", "99999999999"},
                new String[] {"Message-Delay", "soon"},
                new String[] {"Message-Delay", "999999999999999d"},
                new String[] {"Message-Not-Before", "tomorrow"},
                new String[] {"Message-Ttl", "0s"},
                new String[] {"Message-Max-Attempts", "0"},
                new String[] {"Message-Groups", "a,,b"},
                new String[] {"Message-Groups", "a/b"},
                new String[] {"Message-Prio", "1"},
                new String[] {"Content-Type", "x".repeat(300)},
                new String[] {"Message-Key", "k".repeat(1025)})) {
            HttpResponse<String> answer = desk.send(desk.request("/v1/queues/q/messages")
                    .header(header[0], header[1])
                    .POST(HttpRequest.BodyPublishers.ofString("x")));

            assertThat(answer.statusCode()).as("%s: %s", (Object[]) header).isEqualTo(400);
        }
    }

    @Test
    void urlsThatMakeNoSenseAreRefused() throws Exception {
        for (String target : List.of(
                "/v1/queues?limit=0",
                "/v1/queues?limit=1001",
                "/v1/queues?limit=-1",
                "/v1/queues?limit=x",
                "/v1/queues?after=%00",
                "/v1/queues?limit=1&limit=2",
                "/v1/queues/%00",
                "/v1/queues/a%2Fb",
                "/v1/queues/%ff",
                "/v1/queues/q/messages?state=lost",
                "/v1/queues/q/messages?group=a%2Fb",
                "/v1/queues/q/messages/" + "x".repeat(600),
                "/v1/queues/q/groups/%2E%2E",
                "/v1/presence?queue=%00",
                "/v1/tasks/" + "x".repeat(600))) {
            assertThat(desk.ask("GET", target, "").statusCode()).as(target).isEqualTo(400);
        }
    }
}
