package dev.leat.http.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Compares answers with what is documented of them. */
final class Documented {

    /** What belongs to the connection, not to the interface. */
    private static final Set<String> FRAMING =
            Set.of("content-length", "transfer-encoding", "connection", "content-type");

    private final OpenApi api;

    Documented(OpenApi api) {
        this.api = api;
    }

    /** What is in an answer and not in the description. */
    List<String> surprises(Answer answer) {
        return api.response(answer)
                .map(response -> surprises(answer, response))
                .orElse(List.of("the status is not documented"));
    }

    private List<String> surprises(Answer answer, Node response) {
        List<String> surprises = new ArrayList<>();
        headers(answer, response, surprises);
        if (!answer.mediaType().isEmpty()) {
            content(answer, response, surprises);
        }
        if (answer.mediaType().equals("text/event-stream")) {
            controls(answer, surprises);
        }
        return surprises;
    }

    private void controls(Answer answer, List<String> surprises) {
        Node control = api.schema("SseControl");
        answer.body()
                .lines()
                .filter(line -> line.startsWith("data:") && answer.body().contains("event: control\n" + line))
                .map(line -> Node.parse(line.substring("data:".length())))
                .forEach(data -> surprises.addAll(Shape.flaws(control, data)));
    }

    private void headers(Answer answer, Node response, List<String> surprises) {
        Map<String, Node> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        known.putAll(api.root().get("x-every-response").get("headers").fields());
        if (response.has("headers")) {
            known.putAll(response.get("headers").fields());
        }
        for (String name : answer.headers().keySet()) {
            Node header = known.get(name);
            if (header != null) {
                Node value = new Node(answer, name, answer.header(name));
                surprises.addAll(Shape.flaws(asText(header.get("schema")), value));
            } else if (!FRAMING.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
                surprises.add("the header " + name + " is not documented");
            }
        }
    }

    /** A number is text, too, in a header. */
    private static Node asText(Node schema) {
        return schema.has("type") && schema.get("type").text().equals("integer")
                ? new Node(schema.root(), schema.at(), Map.of("pattern", "[0-9]+"))
                : schema;
    }

    private static void content(Answer answer, Node response, List<String> surprises) {
        Map<String, Node> types =
                response.has("content") ? response.get("content").fields() : Map.of();
        String media = answer.mediaType();
        Node type = types.getOrDefault(media, types.getOrDefault(media.replaceFirst("/.*", "/*"), types.get("*/*")));
        if (type == null) {
            surprises.add("the content type " + media + " is not documented");
        } else if (answer.isJson() && types.containsKey(media)) {
            surprises.addAll(Shape.flaws(type.get("schema"), Node.parse(answer.body())));
        }
    }
}
