package dev.leat.examples.notebook;

import java.util.Optional;

/** One change to the list. The stream holds these and nothing else; everything else follows from them. */
sealed interface Change {

    record Added(String text) implements Change {}

    record Done(int number) implements Change {}

    /** Takes back the last change that still counts. */
    record Undone() implements Change {}

    /** As the stream keeps it: a JSON string, because only a JSON stream keeps one message apart from the next. */
    default String json() {
        return '"' + line().replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + '"';
    }

    static Change ofJson(String json) {
        return parse(json.substring(1, json.length() - 1).replaceAll("\\\\(.)", "$1"))
                .orElseThrow();
    }

    /** As it is typed. */
    default String line() {
        return switch (this) {
            case Added added -> "add " + added.text();
            case Done done -> "done " + done.number();
            case Undone undone -> "undo";
        };
    }

    static Optional<Change> parse(String line) {
        String[] words = line.strip().split("\\s+", 2);
        String rest = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "add" -> rest.isEmpty() ? Optional.empty() : Optional.of(new Added(rest));
            case "done" -> rest.matches("\\d{1,9}") ? Optional.of(new Done(Integer.parseInt(rest))) : Optional.empty();
            case "undo" -> rest.isEmpty() ? Optional.of(new Undone()) : Optional.empty();
            default -> Optional.empty();
        };
    }
}
