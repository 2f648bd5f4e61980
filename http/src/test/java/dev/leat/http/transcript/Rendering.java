package dev.leat.http.transcript;

import dev.leat.http.raw.RawResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** An answer as lines of a transcript: headers in order of their names, and placeholders for what differs from run to run. */
final class Rendering {
    private static final Pattern LIFE = Pattern.compile("\"[0-9a-f]+:(\\d+:\\d+)");
    private static final Pattern REQUEST_ID = Pattern.compile("\"(requestId|request_id)\":\"[0-9a-f]{1,16}\"");
    private static final Pattern AGE = Pattern.compile("\"(lastSeenAge)\":\"PT[0-9.]+S\"");
    private static final Pattern MOMENT = Pattern.compile("\"20[0-9]{2}-[0-9T:.-]+Z\"|(?<=\"ts\":)[0-9]{13}\\b");
    private static final Pattern ID = Pattern.compile(
            "\"(deliveryId|messageId|dlqMessageId|originId|task|wake_id|token|kid|x)\":\"[0-9A-Za-z_.=-]{8,}\"");
    private static final Pattern LOCATION = Pattern.compile("(.*)/(messages|tasks)/[0-9a-z]{8,}");
    private static final Pattern CURSOR = Pattern.compile("\"streamCursor\":\"[0-9]+\"");

    private Rendering() {}

    static List<String> of(RawResponse answer) {
        List<String> lines = new ArrayList<>();
        lines.add("< " + (answer.version().equals("HTTP/1.1") ? "" : answer.version() + " ") + answer.status());
        answer.headers().stream()
                .map(header -> "< " + capitalized(header.name()) + ": " + masked(header, answer))
                .sorted(Comparator.naturalOrder())
                .forEach(lines::add);
        if (answer.body().length > 0) {
            lines.add("<");
            for (String line : new String(answer.decoded(), StandardCharsets.ISO_8859_1).split("\n", -1)) {
                lines.add(("< " + masked(Escapes.apply(line.getBytes(StandardCharsets.ISO_8859_1)))));
            }
        }
        return lines.stream().map(line -> line.equals("< ") ? "<" : line).toList();
    }

    /** As the standards write them, whatever case they came in. */
    private static String capitalized(String name) {
        StringBuilder text = new StringBuilder();
        for (String word : name.toLowerCase(Locale.ROOT).split("-")) {
            text.append(text.isEmpty() ? "" : "-")
                    .append(
                            switch (word) {
                                case "etag" -> "ETag";
                                case "ttl", "sse" -> word.toUpperCase(Locale.ROOT);
                                default -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
                            });
        }
        return text.toString();
    }

    private static String masked(RawResponse.Header header, RawResponse answer) {
        String value = header.value();
        return switch (header.name().toLowerCase(Locale.ROOT)) {
            case "stream-cursor" -> value.matches("[0-9]+") ? "{cursor}" : value;
            case "x-request-id" -> value.matches("[0-9a-f]{1,16}") ? "{request-id}" : value;
            case "etag" -> LIFE.matcher(value).replaceAll("\"{life}:$1");
            case "content-length" ->
                answer.isProblem()
                                || REQUEST_ID.matcher(answer.text()).find()
                                || answer.header("Content-Encoding") != null
                                || isVarying(answer)
                        ? "{length}"
                        : value;
            case "location" -> LOCATION.matcher(value).replaceAll("$1/$2/{id}");
            default -> value;
        };
    }

    /** Moments are not always equally long. */
    private static boolean isVarying(RawResponse answer) {
        String type = answer.header("Content-Type");
        return "application/json".equals(type) && MOMENT.matcher(answer.text()).find();
    }

    private static String masked(String body) {
        String ids = ID.matcher(body).replaceAll("\"$1\":\"{$1}\"");
        String moments = MOMENT.matcher(ids).replaceAll("\"{moment}\"");
        String ages = AGE.matcher(moments).replaceAll("\"$1\":\"{age}\"");
        String text = REQUEST_ID.matcher(ages).replaceAll("\"$1\":\"{request-id}\"");
        return CURSOR.matcher(text).replaceAll("\"streamCursor\":\"{cursor}\"");
    }
}
