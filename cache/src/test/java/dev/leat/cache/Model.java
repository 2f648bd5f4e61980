package dev.leat.cache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a cache should do, told by its history: there are no counters here, only a list of everything that was invalidated, which is
 * searched each time.
 */
final class Model {

    /** Times in seconds. */
    record Rules(long ttl, long negativeTtl, long refreshAhead, long staleOnError, long pause, int log) {}

    /** What is cached: which load it came from, what it depends on since when, and until when it is good for what. */
    record Kept(Run run, boolean absent, Set<String> names, boolean covered, long ahead, long fresh, long kept) {}

    /** A run of a loader. */
    static final class Run {
        final int id;
        final String key;
        final int began;
        final Set<String> names;
        final Kept previous;
        final List<Reader> joined = new ArrayList<>();

        Run(int id, String key, int began, Set<String> names, Kept previous) {
            this.id = id;
            this.key = key;
            this.began = began;
            this.names = names;
            this.previous = previous;
        }
    }

    /** Somebody who asked, and what came of it: the id of a run, with a minus if it said that there is no value; or a failure. */
    static final class Reader {
        final String key;
        int joinedAt;
        String answer = "none yet";

        Reader(String key) {
            this.key = key;
        }
    }

    static final String EVERYTHING = "everything";

    private final Rules rules;
    private final List<String> history = new ArrayList<>();
    private final Map<String, Object> slots = new HashMap<>();
    final List<Run> running = new ArrayList<>();
    long now;
    int runs;

    Model(Rules rules) {
        this.rules = rules;
    }

    void invalidate(String name) {
        history.add(name);
    }

    void ask(Reader reader, Set<String> tags) {
        look(reader, tags);
        if (slots.get(reader.key) instanceof Kept hit && rules.refreshAhead > 0 && now >= hit.ahead) {
            begin(reader.key, tags, hit);
        }
    }

    /** A reader who has to look again refreshes nothing: the next who asks does. */
    private void look(Reader reader, Set<String> tags) {
        Object slot = slots.get(reader.key);
        Kept last = slot instanceof Run run ? run.previous : (Kept) slot;
        if (last != null && good(last) && now < last.fresh) {
            reader.answer = answer(last);
        } else if (slot instanceof Run run && !touched(run.names, run.began)) {
            reader.joinedAt = history.size();
            run.joined.add(reader);
        } else {
            Run run = begin(reader.key, tags, last != null && good(last) && now < last.kept ? last : null);
            reader.joinedAt = run.began;
            run.joined.add(reader);
        }
    }

    private Run begin(String key, Set<String> tags, Kept previous) {
        Set<String> names = new HashSet<>(tags);
        names.add("k:" + key);
        names.add(EVERYTHING);
        Run run = new Run(++runs, key, history.size(), names, previous);
        running.add(run);
        slots.put(key, run);
        return run;
    }

    void succeed(Run run, boolean absent, Set<String> found, Set<String> tags) {
        Set<String> names = new HashSet<>(run.names);
        names.addAll(found);
        long ttl = absent ? rules.negativeTtl : rules.ttl;
        long fresh = now + ttl;
        long ahead = ttl > rules.refreshAhead ? fresh - rules.refreshAhead : fresh;
        long kept = absent ? fresh : fresh + rules.staleOnError;
        Kept value = new Kept(run, absent, names, found.isEmpty(), ahead, fresh, kept);
        boolean sure = found.isEmpty() || logReaches(run.began);
        end(run, value, good(value) && sure && ttl > 0, sure, tags);
    }

    void fail(Run run, Set<String> tags) {
        Kept before = run.previous;
        if (before == null || !good(before) || now >= before.kept) {
            running.remove(run);
            slots.remove(run.key, run);
            run.joined.forEach(reader -> reader.answer = "failed");
            return;
        }
        long retry = now + rules.pause;
        long fresh = Math.max(before.fresh, Math.min(retry, before.kept));
        end(run, new Kept(before.run, before.absent, before.names, false, retry, fresh, before.kept), true, true, tags);
    }

    private void end(Run run, Kept value, boolean keep, boolean sure, Set<String> tags) {
        running.remove(run);
        if (slots.get(run.key) == run) {
            if (keep) {
                slots.put(run.key, value);
            } else {
                slots.remove(run.key);
            }
        }
        List<Reader> again = new ArrayList<>();
        for (Reader reader : run.joined) {
            boolean served = value.covered || log(run.began, reader.joinedAt) == 0 || (sure && good(value));
            if (served) {
                reader.answer = answer(value);
            } else {
                again.add(reader);
            }
        }
        again.forEach(reader -> look(reader, tags));
    }

    private static String answer(Kept value) {
        return (value.absent ? "-" : "") + value.run.id;
    }

    private boolean good(Kept value) {
        return !touched(value.names, value.run.began);
    }

    private boolean touched(Set<String> names, int since) {
        return history.subList(since, history.size()).stream().anyMatch(names::contains);
    }

    /** How many invalidations of names there were between two moments; flushes are not in the log. */
    private long log(int from, int to) {
        return history.subList(from, to).stream()
                .filter(name -> !name.equals(EVERYTHING))
                .count();
    }

    /** Whether no name had its last invalidation after the moment and before those of as many others as the log holds. */
    private boolean logReaches(int since) {
        Map<String, Integer> last = new HashMap<>();
        int floor = -1;
        for (int i = 0; i < history.size(); i++) {
            if (!history.get(i).equals(EVERYTHING)) {
                last.put(history.get(i), i);
                if (last.size() > rules.log) {
                    floor = new TreeSet<>(last.values()).first();
                    last.values().remove(floor);
                }
            }
        }
        return floor < since;
    }

    /** Whether nothing that a run's value depends on was invalidated between its beginning and a later moment. */
    boolean untouched(Run run, Set<String> found, int until) {
        Set<String> names = new HashSet<>(run.names);
        names.addAll(found);
        return history.subList(run.began, Math.max(run.began, until)).stream().noneMatch(names::contains);
    }

    int moment() {
        return history.size();
    }
}
