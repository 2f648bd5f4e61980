package dev.leat.cli.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that is most similar to an unknown one. */
final class NearestName {

    private NearestName() {}

    static Optional<String> of(String word, Collection<String> known) {
        Optional<String> nearest = known.stream().min(Comparator.comparingInt(other -> distance(word, other)));
        return nearest.filter(found -> distance(word, found) <= Math.max(2, word.length() / 2));
    }

    /** How many letters have to be added, removed or changed; a forgotten ending counts as one letter. */
    private static int distance(String word, String other) {
        return other.startsWith(word + "-") ? 1 : edits(word, other);
    }

    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j < above.length; j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[to.length()];
    }
}
