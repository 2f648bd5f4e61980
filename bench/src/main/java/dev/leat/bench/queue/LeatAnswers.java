package dev.leat.bench.queue;

import dev.leat.bench.run.BenchException;
import java.util.ArrayList;
import java.util.List;

/**
 * Search for a few members in Leat's answers. They are searched and not parsed: on a machine that is shared, what the generator spends the
 * server does not have.
 */
final class LeatAnswers {
    private static final String DELIVERY = "\"deliveryId\":\"";
    private static final String PAYLOAD = "\"payload\":\"" + Payload.TEXT + "\"";
    private static final String ACKED = "\"outcome\":\"acked\"";

    private LeatAnswers() {}

    /** The ids of the deliveries in an answer, each of which has to have the payload. */
    static List<String> deliveries(String answer) {
        List<String> ids = new ArrayList<>();
        for (int at = answer.indexOf(DELIVERY); at >= 0; at = answer.indexOf(DELIVERY, at)) {
            at += DELIVERY.length();
            ids.add(answer.substring(at, answer.indexOf('"', at)));
        }
        if (count(answer, PAYLOAD) != ids.size()) {
            throw new BenchException("a message came back as something else: " + answer);
        }
        return ids;
    }

    static void checkAcked(String answer, int messages) {
        if (count(answer, ACKED) != messages) {
            throw new BenchException("not all of " + messages + " messages were acked: " + answer);
        }
    }

    private static int count(String text, String what) {
        int count = 0;
        for (int at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length())) {
            count++;
        }
        return count;
    }
}
