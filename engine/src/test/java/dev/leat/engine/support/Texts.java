package dev.leat.engine.support;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random payloads that are JSON texts, most of them valid, and what messages each of them makes on a JSON stream. */
public final class Texts {
    private final Random random;
    private final IdentityHashMap<byte[], Optional<List<String>>> messages = new IdentityHashMap<>();
    private int made;

    public Texts(Random random) {
        this.random = random;
    }

    /** The messages of a payload on a JSON stream; empty if it is not JSON. */
    public Optional<List<String>> messagesOf(byte[] payload) {
        return messages.get(payload);
    }

    public byte[] any() {
        return switch (random.nextInt(40)) {
            case 0 -> remember("", Optional.empty());
            case 1 -> remember("{\"cut\": ", Optional.empty());
            case 2 -> remember("[1, 2", Optional.empty());
            case 3 -> remember(" [ ]", Optional.of(List.of()));
            case 4, 5, 6, 7, 8, 9 -> array();
            default -> single();
        };
    }

    private byte[] single() {
        String value = value();
        String text = value.startsWith("[") ? "[" + value + "]" : value; // only the outer array is taken apart
        return remember(space() + text + space(), Optional.of(List.of(value)));
    }

    private byte[] array() {
        List<String> values = new ArrayList<>();
        StringBuilder text = new StringBuilder("[");
        for (int i = random.nextInt(4); i >= 0; i--) {
            String value = value();
            values.add(value);
            text.append(space()).append(value).append(space()).append(i == 0 ? "]" : ",");
        }
        return remember(text.toString(), Optional.of(values));
    }

    /** Each value is another one, so that no two messages can be mistaken for each other. */
    private String value() {
        made++;
        return switch (random.nextInt(6)) {
            case 0 -> Integer.toString(made);
            case 1 -> "\"é" + made + "\"";
            case 2 -> "[" + made + ", [" + made + "]]";
            case 3 -> "{\"id\": " + made + ", \"of\":[{}]}";
            case 4 -> "{\"long\":\"" + "x".repeat(random.nextInt(300)) + "\",\"id\":" + made + "}";
            default -> made + ".50e3";
        };
    }

    private String space() {
        return random.nextInt(4) == 0 ? " \n" : "";
    }

    private byte[] remember(String text, Optional<List<String>> values) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        messages.put(payload, values);
        return payload;
    }
}
