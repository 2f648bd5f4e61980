package dev.leat.engine.doctor;

import dev.leat.engine.doctor.Finding.Severity;
import dev.leat.engine.figures.Damage;
import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What an examination has found so far. A disk that is falling apart gives no endless report. */
final class Findings {
    static final int LIMIT = 1000;

    static final String RESTORE = "restore a backup";

    private final List<Finding> found = new ArrayList<>();
    private final Set<Damage.Place> damaged = new HashSet<>();
    private long more;
    private boolean opens = true;

    void note(String what, String affected, String wayOut) {
        add(new Finding(Severity.NOTE, what, affected, wayOut));
    }

    void problem(String what, String affected, String wayOut) {
        add(new Finding(Severity.PROBLEM, what, affected, wayOut));
    }

    void problem(StorageException cause, String affected, String wayOut) {
        problem(words(cause), affected, wayOut);
    }

    /** A problem for which no engine opens the directory. */
    void refusal(String what, String affected, String wayOut) {
        opens = false;
        problem(what, affected, wayOut);
    }

    /** The same, of something that a start would fail with. */
    void refusal(StorageException cause, String affected, String wayOut) {
        refusal(words(cause), affected, wayOut);
    }

    /** No engine opens the directory, for a reason that is among the problems already. */
    void refuse() {
        opens = false;
    }

    boolean opens() {
        return opens;
    }

    /** Keeps that a part is damaged, about which there is a finding, in whatever words. */
    void damaged(Damage.Place place) {
        damaged.add(place);
    }

    boolean isDamaged(Damage.Place place) {
        return damaged.contains(place);
    }

    private void add(Finding finding) {
        if (found.size() < LIMIT) {
            found.add(finding);
        } else {
            more++;
        }
    }

    private static String words(StorageException cause) {
        return cause instanceof CorruptionException corruption
                ? corruption.damage()
                : String.valueOf(cause.getMessage());
    }

    List<Finding> all() {
        List<Finding> all = new ArrayList<>(found);
        if (more > 0) {
            all.add(new Finding(
                    Severity.PROBLEM, "there are " + more + " more findings", "the same and more", RESTORE));
        }
        return List.copyOf(all);
    }
}
