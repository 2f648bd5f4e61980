package dev.leat.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** A client that writes in every way there is, and knows what it was told. */
final class Writer {
    private final int number;
    private final SplittableRandom random;
    private final AtomicLong answers;
    private final TreeMap<Long, String> told = new TreeMap<>();
    private final List<String> created = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private final StringBuilder json = new StringBuilder();
    private long count;
    private long seq;
    private long jsonSeq;
    private String pendingJson = "";

    Writer(int number, SplittableRandom random, AtomicLong answers) {
        this.number = number;
        this.random = random;
        this.answers = answers;
    }

    void write(Client client) {
        switch (random.nextInt(8)) {
            case 0 -> create(client);
            case 1, 2 -> json(client);
            case 3, 4 -> stamped(client);
            default -> plain(client);
        }
        answers.incrementAndGet();
    }

    private String text() {
        return "<" + number + "-" + count++ + ">";
    }

    private void plain(Client client) {
        String text = text();
        HttpResponse<String> answer = client.append("shared", "text/plain", text);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
        told.put(position(answer), text);
    }

    /** A stamp that was not answered is sent again, and counts once. */
    private void stamped(Client client) {
        HttpResponse<String> answer = client.append(
                "stamped/" + number,
                "text/plain",
                "<" + seq + ">",
                "Producer-Id",
                "w" + number,
                "Producer-Epoch",
                "0",
                "Producer-Seq",
                Long.toString(seq));
        if (answer.statusCode() == 404) {
            client.create("stamped/" + number, "text/plain", "");
            return;
        }
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 204);
        seq++;
    }

    private void json(Client client) {
        pendingJson = "{\"n\":" + jsonSeq + "},[" + jsonSeq + "]";
        HttpResponse<String> answer = client.append(
                "json/" + number,
                "application/json",
                "[" + pendingJson + "]",
                "Producer-Id",
                "w",
                "Producer-Epoch",
                "0",
                "Producer-Seq",
                Long.toString(jsonSeq));
        if (answer.statusCode() == 404) {
            client.create("json/" + number, "application/json", "");
            return;
        }
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 204);
        json.append(json.isEmpty() ? "" : ",").append(pendingJson);
        jsonSeq++;
    }

    private void create(Client client) {
        String path = "created/" + number + "-" + count++;
        assertThat(client.create(path, "text/plain", path).statusCode()).isEqualTo(201);
        created.add(path);
        if (random.nextBoolean()) {
            assertThat(client.close(path).statusCode()).isEqualTo(204);
            closed.add(path);
        }
    }

    /** Every answer was true. */
    void check(Client client, String shared) {
        told.forEach((end, text) -> {
            assertThat(end).as(text).isLessThanOrEqualTo(shared.length());
            assertThat(shared.substring((int) (end - text.length()), end.intValue()))
                    .isEqualTo(text);
        });
        for (long i = 0; i < count; i++) {
            String text = "<" + number + "-" + i + ">";
            assertThat(shared.indexOf(text)).as("%s once at most", text).isEqualTo(shared.lastIndexOf(text));
        }
        if (seq > 0) {
            checkStamped(client.readAll("stamped/" + number));
        }
        if (jsonSeq > 0) {
            String all = client.readAll("json/" + number);
            String more = json + "," + pendingJson;
            assertThat(all.equals(json.toString()) || all.equals(more)).as(all).isTrue();
        }
        created.forEach(path -> assertThat(client.readAll(path)).isEqualTo(path));
        closed.forEach(path -> assertThat(client.isClosed(path)).as(path).isTrue());
    }

    private void checkStamped(String all) {
        StringBuilder expected = new StringBuilder();
        for (long i = 0; i < seq; i++) {
            expected.append('<').append(i).append('>');
        }
        assertThat(all).isIn(expected.toString(), expected + "<" + seq + ">");
    }

    private static long position(HttpResponse<String> answer) {
        return Long.parseLong(
                answer.headers().firstValue("Stream-Next-Offset").orElseThrow().substring(17));
    }
}
