package dev.leat.http.queue;

import dev.leat.http.exchange.PathDecoder;
import dev.leat.wire.SettlementJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The target of a URL.
 *
 * @param names what it names, in the order of the URL: the queue first, if it names one
 */
record Target(Verb verb, List<String> names) {
    private static final String ROOT = "/v1/";

    /** Returns the target of a path; empty if there is no such route. Throws if its escapes are malformed. */
    static Optional<Target> parse(String path) {
        if (!path.startsWith(ROOT)) {
            return Optional.empty();
        }
        List<String> segments = segments(path);
        return Optional.ofNullable(
                switch (segments.getFirst()) {
                    case "queues" -> ofQueues(segments);
                    case "tasks" -> segments.size() == 2 ? of(Verb.TASK, segments, 1) : null;
                    case "presence" ->
                        switch (segments.size()) {
                            case 1 -> of(Verb.PRESENCE, segments);
                            case 4 -> of(Verb.CONSUMER, segments, 1, 2, 3);
                            default -> null;
                        };
                    case "tx" -> segments.size() == 1 ? of(Verb.TRANSACTION, segments) : null;
                    default -> null;
                });
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>(5);
        int start = ROOT.length();
        int slash;
        do {
            slash = path.indexOf('/', start);
            String encoded = path.substring(start, slash < 0 ? path.length() : slash);
            segments.add(PathDecoder.decode(encoded).orElseThrow(() -> Bad.path("the path's escapes are broken")));
            start = slash + 1;
        } while (slash >= 0);
        return segments;
    }

    private static @Nullable Target ofQueues(List<String> segments) {
        return switch (segments.size()) {
            case 1 -> of(Verb.QUEUES, segments);
            case 2 -> of(Verb.QUEUE, segments, 1);
            case 3 -> known(Verb.ofQueue(segments.get(2)), segments, 1);
            case 4 ->
                switch (segments.get(2)) {
                    case "messages" -> of(Verb.MESSAGE, segments, 1, 3);
                    case "groups" -> of(Verb.GROUP, segments, 1, 3);
                    default -> null;
                };
            case 5 ->
                switch (segments.get(2)) {
                    case "messages" ->
                        SettlementJson.VERBS.contains(segments.get(4))
                                ? of(Verb.MESSAGE_SETTLE, segments, 1, 3, 4)
                                : null;
                    case "groups" -> known(Verb.ofGroup(segments.get(4)), segments, 1, 3);
                    default -> null;
                };
            default -> null;
        };
    }

    private static @Nullable Target known(@Nullable Verb verb, List<String> segments, int... named) {
        return verb == null ? null : of(verb, segments, named);
    }

    private static Target of(Verb verb, List<String> segments, int... named) {
        List<String> names = new ArrayList<>();
        for (int index : named) {
            names.add(segments.get(index));
        }
        return new Target(verb, List.copyOf(names));
    }

    /** Returns the queue that the URL names; empty if it names none. */
    String queue() {
        return verb == Verb.TASK || names.isEmpty() ? "" : names.getFirst();
    }
}
