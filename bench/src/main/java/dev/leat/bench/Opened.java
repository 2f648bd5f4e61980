package dev.leat.bench;

import java.util.List;

/**
 * Result of a child process that opened a directory.
 *
 * @param heap what was in use of it; 0 if that was not asked for
 */
record Opened(double seconds, long replayedBytes, int streams, long heap) {
    private static final String MARK = "opened";

    String line() {
        return String.join(
                " ",
                MARK,
                String.valueOf(seconds),
                String.valueOf(replayedBytes),
                String.valueOf(streams),
                String.valueOf(heap));
    }

    static Opened parse(List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words[0].equals(MARK)) {
                return new Opened(
                        Double.parseDouble(words[1]),
                        Long.parseLong(words[2]),
                        Integer.parseInt(words[3]),
                        Long.parseLong(words[4]));
            }
        }
        throw new IllegalStateException("the child said: " + lines);
    }
}
