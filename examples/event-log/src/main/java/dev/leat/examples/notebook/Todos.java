package dev.leat.examples.notebook;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The list as it is after some changes. */
final class Todos {

    /** Those that count: an undone one does not. */
    private final List<Change> changes = new ArrayList<>();

    /** Why a change makes no sense now, if it does not. */
    Optional<String> objection(Change change) {
        return switch (change) {
            case Change.Done done
            when done.number() < 1 || done.number() > texts().size() ->
                Optional.of("there is no number " + done.number());
            case Change.Undone undone when changes.isEmpty() -> Optional.of("there is nothing to undo");
            default -> Optional.empty();
        };
    }

    void apply(Change change) {
        if (change instanceof Change.Undone) {
            changes.removeLast();
        } else {
            changes.add(change);
        }
    }

    /** What there is to do, with a cross at what is done. */
    List<String> lines() {
        List<String> texts = texts();
        List<String> lines = new ArrayList<>();
        for (int number = 1; number <= texts.size(); number++) {
            String box = changes.contains(new Change.Done(number)) ? "[x]" : "[ ]";
            lines.add("%3d %s %s".formatted(number, box, texts.get(number - 1)));
        }
        return lines;
    }

    private List<String> texts() {
        return changes.stream()
                .filter(Change.Added.class::isInstance)
                .map(change -> ((Change.Added) change).text())
                .toList();
    }
}
