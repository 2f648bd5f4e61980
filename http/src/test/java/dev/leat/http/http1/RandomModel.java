package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawResponse;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What a server holds if all that was asked so far was done, and nothing else. */
final class RandomModel {
    static final String TYPE = "application/octet-stream";
    private static final Pattern PAYLOAD = Pattern.compile("\"payload\":\"([^\"]*)\"");

    private final List<String> streams;
    private final String queue;
    private final Map<String, ByteArrayOutputStream> bytes = new HashMap<>();
    private final Map<String, List<Place>> places = new HashMap<>();
    private final Deque<String> messages = new ArrayDeque<>();

    /** What the server calls a position of a stream. */
    record Place(String offset, int position) {}

    RandomModel(String name) {
        streams = List.of("/v1/stream/" + name + "/a", "/v1/stream/" + name + "/b", "/v1/stream/" + name + "/c");
        queue = "/v1/queues/" + name;
        streams.forEach(stream -> bytes.put(stream, new ByteArrayOutputStream()));
    }

    List<String> streams() {
        return streams;
    }

    String queue() {
        return queue;
    }

    byte[] bytes(String stream) {
        return bytes.get(stream).toByteArray();
    }

    /** The places that the server has told. */
    List<Place> places(String stream) {
        return places.get(stream);
    }

    void created(String stream, String offset) {
        places.put(stream, new ArrayList<>(List.of(new Place(offset, 0))));
    }

    /** Returns how long the stream is afterwards. */
    int append(String stream, byte[] body) {
        bytes.get(stream).writeBytes(body);
        return bytes.get(stream).size();
    }

    void enqueue(String message) {
        messages.add(message);
    }

    List<String> pop(int most) {
        List<String> popped = new ArrayList<>();
        while (popped.size() < most && !messages.isEmpty()) {
            popped.add(messages.remove());
        }
        return popped;
    }

    /** An append was answered, after which the stream is this long. */
    void checkAppended(String stream, int length, RawResponse answer) {
        assertThat(answer.offset()).isGreaterThan(tail(stream));
        places.get(stream).add(new Place(answer.offset(), length));
    }

    void checkRead(String stream, byte[] expected, RawResponse answer) {
        assertThat(answer.need("Content-Type")).isEqualTo(TYPE);
        assertThat(answer.offset()).isEqualTo(tail(stream));
        assertThat(answer.body().length).as("length").isEqualTo(expected.length);
        assertThat(Arrays.mismatch(answer.body(), expected)).as("differs at").isEqualTo(-1);
    }

    private String tail(String stream) {
        return places.get(stream).getLast().offset();
    }

    static void checkPopped(List<String> expected, RawResponse answer) {
        List<String> payloads = PAYLOAD.matcher(answer.text())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertThat(payloads).isEqualTo(expected);
    }
}
