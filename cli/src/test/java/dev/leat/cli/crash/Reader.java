package dev.leat.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads a stream over and over, and remembers the most that it saw. */
final class Reader {
    private String seen = "";

    void read(Client client) {
        String text = client.readAll("shared");
        check(text);
        seen = text;
    }

    /** What was seen stays. */
    void check(String text) {
        assertThat(text.startsWith(seen)).as("what a reader saw is gone").isTrue();
    }
}
