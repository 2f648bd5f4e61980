package dev.leat.cli.transcript;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names for what differs from run to run: given as it appears, and used by later commands. */
final class Ids {
    private static final Pattern ID = Pattern.compile("\"(deliveryId|messageId|task)\" ?: ?\"([0-9a-zA-Z_-]{8,})\"|"
            + "\\b(delivery|message|enqueued|task) ([0-9a-zA-Z_-]{16,})");
    private static final Pattern MOMENT = Pattern.compile("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");

    /** How much room things take on disk; small ones are as they are. */
    private static final Pattern SIZE = Pattern.compile("[0-9]+\\.[0-9] [KMG]iB|(?<=\"bytes\" : )[0-9]{5,}");

    private static final Pattern AGE = Pattern.compile("(?<=\"lastSeenAge\":\")PT[0-9.]+S");
    private static final Pattern PID = Pattern.compile("\\(pid [0-9]+\\)");

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    /** Has something called like this from now on. */
    void call(String value, String name) {
        names.put(value, "{" + name + "}");
    }

    String masked(String text) {
        Matcher id = ID.matcher(text);
        while (id.find()) {
            String kind = id.group(1) != null ? id.group(1) : id.group(3);
            String value = id.group(2) != null ? id.group(2) : id.group(4);
            if (!names.containsKey(value)) {
                String name = kind.equals("enqueued") ? "message" : kind.replace("Id", "");
                call(value, name + counts.merge(name, 1, Integer::sum));
            }
        }
        String masked = text;
        for (Map.Entry<String, String> entry : names.entrySet()) {
            masked = masked.replace(entry.getKey(), entry.getValue());
        }
        masked = PID.matcher(masked).replaceAll("(pid {pid})");
        masked = AGE.matcher(masked).replaceAll("{age}");
        return SIZE.matcher(MOMENT.matcher(masked).replaceAll("{moment}")).replaceAll("{size}");
    }

    String unmasked(String text) {
        String unmasked = text;
        for (Map.Entry<String, String> entry : names.entrySet()) {
            unmasked = unmasked.replace(entry.getValue(), entry.getKey());
        }
        return unmasked;
    }
}
