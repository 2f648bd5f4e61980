package dev.leat.engine.doctor;

import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.stream.ForkOrigin;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.stream.StreamRow.ProducerOf;
import dev.leat.storage.archive.Run;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether what the store and the journal say about streams holds together. */
final class StreamExam {
    private final Findings findings;

    StreamExam(Findings findings) {
        this.findings = findings;
    }

    /**
     * Every stream's runs follow each other from its beginning to its tail; nothing belongs to a stream that is not there.
     *
     * @param removed streams that the journal removes: the space of their runs may have been reclaimed already
     */
    void stored(Inventory inventory, Set<Long> removed) {
        Map<Long, List<Run>> runs = inventory.runs.stream().collect(Collectors.groupingBy(Run::owner));
        runs.forEach((stream, all) -> {
            if (!inventory.streams.containsKey(stream)) {
                findings.problem(
                        "the store has runs of stream " + stream + ", which it does not have (runs: " + all.size()
                                + ")",
                        "no stream that can be found, but space in the archive",
                        Findings.RESTORE);
            }
        });
        inventory.streams.values().stream()
                .filter(stream -> !removed.contains(stream.id()) || runs.containsKey(stream.id()))
                .forEach(stream -> contiguous(stream, runs.getOrDefault(stream.id(), List.of())));
        Set<Long> told = new HashSet<>();
        for (ProducerOf producer : inventory.producers) {
            if (!inventory.streams.containsKey(producer.stream()) && told.add(producer.stream())) {
                findings.problem(
                        "the store has producers of stream " + producer.stream() + ", which it does not have",
                        "no stream that can be found",
                        Findings.RESTORE);
            }
        }
    }

    private void contiguous(StreamRecord stream, List<Run> runs) {
        long at = stream.base();
        for (Run run : runs) {
            if (run.start() > at) {
                gap(stream, at, run.start());
            } else if (run.start() < at) {
                findings.problem(
                        "two runs of stream " + stream.path() + " hold the same messages, from offset "
                                + new Offset(Math.max(0, run.start())) + " to " + new Offset(at),
                        "stream " + stream.path(),
                        Findings.RESTORE);
            }
            at = run.end();
        }
        if (at == stream.tail()) {
            messageCount(stream, runs);
        }
        if (at < stream.tail()) {
            gap(stream, at, stream.tail());
        } else if (at > stream.tail()) {
            findings.problem(
                    "the runs of stream " + stream.path() + " go on to offset " + new Offset(at) + ", after its tail "
                            + new Offset(stream.tail()),
                    "stream " + stream.path(),
                    Findings.RESTORE);
        }
    }

    private void messageCount(StreamRecord stream, List<Run> runs) {
        long messages = runs.stream().mapToLong(Run::messages).sum();
        if (stream.messages() != StreamRecord.UNCOUNTED && stream.messages() != messages) {
            findings.problem(
                    "stream " + stream.path() + " is said to have " + stream.messages() + " messages, its runs have "
                            + messages,
                    "the message count of stream " + stream.path(),
                    Findings.RESTORE + "; its messages stay readable");
        }
    }

    private void gap(StreamRecord stream, long from, long to) {
        findings.problem(
                "no run holds the messages of stream " + stream.path() + " from offset " + new Offset(from) + " to "
                        + new Offset(to),
                "stream " + stream.path() + ", offsets " + new Offset(from) + " to " + new Offset(to),
                Findings.RESTORE + "; everything else stays readable");
    }

    /** Every path belongs to one stream, in its shard; forks and the streams they read from know each other. */
    void recovered(Collection<StreamRecord> streams, int shards) {
        Map<Long, StreamRecord> byId = new HashMap<>();
        Map<StreamPath, StreamRecord> byPath = new HashMap<>();
        for (StreamRecord stream : streams) {
            byId.put(stream.id(), stream);
            if (byPath.put(stream.path(), stream) != null) {
                findings.problem("there are two streams at " + stream.path(), "both of them", Findings.RESTORE);
            }
            if (Placement.shard(stream.path(), shards) != stream.shard()) {
                findings.problem(
                        "stream " + stream.path() + " is in shard " + stream.shard() + ", expected "
                                + Placement.shard(stream.path(), shards),
                        "stream " + stream.path() + ": requests do not find it there",
                        Findings.RESTORE);
            }
        }
        for (StreamRecord stream : streams) {
            if (stream.origin() != null) {
                fork(stream, stream.origin(), byId);
            }
            stream.forks().forEach((token, path) -> reference(stream, token, byPath.get(path), path));
        }
    }

    private void fork(StreamRecord fork, ForkOrigin origin, Map<Long, StreamRecord> byId) {
        StreamRecord source = byId.get(origin.source());
        String inherited =
                "stream " + fork.path() + ", what it inherits before offset " + new Offset(origin.position());
        if (source == null) {
            findings.problem(
                    "the stream that " + fork.path() + " was forked from is not there", inherited, Findings.RESTORE);
        } else if (!Objects.equals(source.forks().get(origin.token()), fork.path())) {
            findings.problem(
                    "stream " + source.path() + " does not know its fork " + fork.path(),
                    inherited + ": it goes when " + source.path() + " is deleted",
                    Findings.RESTORE + ", or copy the fork's messages to a new stream");
        } else if (origin.position() > source.tail()) {
            findings.problem(
                    "stream " + fork.path() + " was forked at offset " + new Offset(origin.position()) + ", but "
                            + source.path() + " ends at " + new Offset(source.tail()),
                    inherited,
                    Findings.RESTORE);
        }
    }

    private void reference(
            StreamRecord source, long token, @org.jspecify.annotations.Nullable StreamRecord fork, StreamPath path) {
        if (fork == null || fork.origin() == null || fork.origin().token() != token) {
            findings.note(
                    "stream " + source.path() + " is kept for a fork at " + path + " that never came to be, or went",
                    "nothing",
                    "nothing to do: the next start gives it back");
        }
    }
}
