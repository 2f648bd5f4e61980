package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.leat.http.raw.RawResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What every answer keeps to, whatever was asked. */
final class Decency {
    private static final Pattern INSIDES =
            Pattern.compile("dev[./]leat|java[./x]|io[./](vertx|netty)|jackson|[a-z]Exception|"
                    + "\\bat \\w+\\.\\w+|JsonReadFeature|StreamReadConstraints|\\w\\[\\w+=|Forever\\[|null$");
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private Decency() {}

    /** The client did something wrong or it did not; the server did not. */
    static void check(String asked, RawResponse answer) throws IOException {
        assertThat(answer.status()).as("%s -> %s", asked, answer).isBetween(200, 499);
        assertThat(answer.header("X-Content-Type-Options")).as(asked).isEqualTo("nosniff");
        if (answer.status() >= 400 && answer.body().length > 0) {
            checkProblem(asked, answer);
        }
    }

    /** What is not HTTP may be turned away before it gets to us: with a bare status, of a version that nobody speaks. */
    static void checkMalformed(String asked, RawResponse answer) throws IOException {
        if (answer.header("X-Content-Type-Options") == null) {
            assertThat(answer.status()).as(asked).isIn(400, 501, 505);
            assertThat(answer.body()).as(asked).isEmpty();
        } else {
            check(asked, answer);
        }
    }

    private static void checkProblem(String asked, RawResponse answer) throws IOException {
        assertThat(answer.isProblem()).as("%s -> %s", asked, answer).isTrue();
        Map<String, String> fields = fields(answer.body());
        assertThat(fields).as(asked).containsKeys("type", "title", "status", "detail");
        assertThat(fields.get("status")).as(asked).isEqualTo(Integer.toString(answer.status()));
        assertThat(fields.get("type")).as(asked).matches("urn:leat:problem:[a-z-]+");
        assertThat(fields.get("title") + fields.get("type"))
                .as("%s -> %s", asked, answer)
                .doesNotContainPattern(INSIDES);
        if (!INSIDES.matcher(asked).find()) { // a refusal may quote what was asked
            assertThat(fields.get("detail")).as("%s -> %s", asked, answer).doesNotContainPattern(INSIDES);
        }
    }

    private static Map<String, String> fields(byte[] json) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = JSON.createParser(json)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, parser.getText());
            }
        }
        return fields;
    }

    /** Whether bytes are one JSON array and nothing else. */
    static boolean isArray(byte[] body) {
        try (JsonParser parser = JSON.createParser(body)) {
            if (body.length == 0 || body[0] != '[' || parser.nextToken() != JsonToken.START_ARRAY) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
