package dev.leat.http.transcript;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One step of a conversation: what is said about it, what is sent, and what comes back. Any of these may be missing.
 *
 * @param notes comments, settings and blank lines before it
 * @param connection which of several clients it is
 * @param sent lines that begin with {@code >}; with {@code >>} they are sent as they are
 * @param received lines that begin with {@code <}
 */
record Block(List<String> notes, String connection, List<String> sent, List<String> received) {
    private static final String DEFAULT_CONNECTION = "client";
    static final String CLOSED = "< closed";

    static List<Block> parse(List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        Block block = empty();
        for (String line : lines) {
            if (line.startsWith("<")) {
                block.received.add(line);
            } else {
                if (!block.received.isEmpty() || (!block.sent.isEmpty() && !line.startsWith(">"))) {
                    blocks.add(block);
                    block = empty();
                }
                if (line.startsWith(">")) {
                    block.sent.add(line);
                } else if (line.startsWith("@ ")) {
                    block = new Block(block.notes, line.substring(2), block.sent, block.received);
                } else {
                    block.notes.add(line);
                }
            }
        }
        blocks.add(block);
        return blocks;
    }

    private static Block empty() {
        return new Block(new ArrayList<>(), DEFAULT_CONNECTION, new ArrayList<>(), new ArrayList<>());
    }

    boolean expectsAnswer() {
        return !received.isEmpty();
    }

    boolean expectsClose() {
        return received.equals(List.of(CLOSED));
    }

    boolean isHead() {
        return !sent.isEmpty() && sent.get(0).startsWith("> HEAD ");
    }

    /** The bytes to send. What a request needs and does not say is added: version, Host, and the length of its body. */
    byte[] request(Memory memory) {
        if (sent.isEmpty()) {
            return new byte[0];
        }
        if (sent.get(0).startsWith(">>")) {
            StringBuilder raw = new StringBuilder();
            sent.forEach(line -> raw.append(Escapes.undo(line.substring(2).strip())));
            return latin(raw.toString());
        }
        List<String> lines = sent.stream()
                .map(line -> memory.recall(line.substring(Math.min(2, line.length()))))
                .toList();
        int gap = lines.indexOf("");
        List<String> head = new ArrayList<>(gap < 0 ? lines : lines.subList(0, gap));
        String body = gap < 0
                ? ""
                : String.join(
                        "\n",
                        lines.subList(gap + 1, lines.size()).stream()
                                .map(Escapes::undo)
                                .toList());
        if (!head.get(0).contains(" HTTP/")) {
            head.set(0, head.get(0) + " HTTP/1.1");
        }
        addUnlessThere(head, "Host: ", "leat.localhost");
        if (!body.isEmpty() && head.stream().noneMatch(line -> line.startsWith("Transfer-Encoding:"))) {
            addUnlessThere(head, "Content-Length: ", Integer.toString(body.length()));
        }
        return latin(Escapes.undo(String.join("\\r\\n", head)) + "\r\n\r\n" + body);
    }

    private static void addUnlessThere(List<String> head, String name, String value) {
        if (head.stream().noneMatch(line -> line.startsWith(name.strip()))) {
            head.add(name + value);
        }
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    Block answered(List<String> lines) {
        return new Block(notes, connection, sent, lines);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(notes);
        if (!connection.equals(DEFAULT_CONNECTION)) {
            lines.add("@ " + connection);
        }
        lines.addAll(sent);
        lines.addAll(received);
        return lines;
    }
}
