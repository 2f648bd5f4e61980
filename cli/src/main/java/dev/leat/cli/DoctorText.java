package dev.leat.cli;

import dev.leat.api.Offset;
import dev.leat.cli.console.Words;
import dev.leat.engine.doctor.Counters;
import dev.leat.engine.doctor.Finding;
import dev.leat.engine.doctor.Loss;
import dev.leat.engine.doctor.Loss.LostStream;
import dev.leat.engine.doctor.Repair;
import dev.leat.engine.doctor.Report;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What the doctor has to say, in plain words. */
final class DoctorText {
    private final PrintWriter out;

    DoctorText(PrintWriter out) {
        this.out = out;
    }

    void print(Report report) {
        examined(report);
        verdict(report);
        Loss loss = report.loss();
        if (loss != null) {
            line("");
            line("With --repair the journal would end at position " + loss.position() + ". That would lose:");
            print(loss);
        }
    }

    void print(Repair repair) {
        examined(repair.before());
        verdict(repair.before());
        line("");
        if (!repair.isChanged()) {
            line(
                    repair.before().isSound()
                            ? "Nothing to repair: nothing was changed."
                            : "Cutting the journal does not help here: nothing was changed.");
            return;
        }
        line("The journal ends at position " + repair.position() + " now.");
        line("The files as they were before are in " + repair.copy());
        Loss loss = repair.loss();
        line("");
        if (loss != null) {
            line("Lost:");
            print(loss);
        } else {
            line(repair.before().isSound() ? "Nothing was lost." : "What was lost is not known.");
        }
        line("");
        line("After the repair:");
        examined(repair.after());
        verdict(repair.after());
    }

    private void examined(Report report) {
        Counters counters = report.counters();
        line("Data directory " + report.directory());
        line("  streams  " + counters.streams() + " with " + Words.count(counters.messages(), "message") + ", "
                + Words.count(counters.bytes(), "byte"));
        line("  archive  " + Words.count(counters.runs(), "run") + " in "
                + Words.count(counters.segments(), "segment"));
        line("  journal  " + Words.count(counters.frames(), "sound frame") + ", "
                + Words.count(counters.journalBytes(), "byte"));
    }

    private void verdict(Report report) {
        for (Finding finding : report.findings()) {
            line("");
            line(finding.severity() + ": " + finding.what());
            line("  affects  " + finding.affected());
            line("  way out  " + finding.wayOut());
        }
        line("");
        int problems = report.problems().size();
        line(problems == 0 ? "Everything is sound." : Words.count(problems, "problem") + " found.");
    }

    private void print(Loss loss) {
        for (LostStream stream : loss.streams()) {
            line("  " + words(stream));
        }
        if (loss.subscriptionChanges() > 0) {
            line("  " + Words.count(loss.subscriptionChanges(), "change")
                    + " of subscriptions: links, cursors, wakes or secrets");
        }
        if (loss.queueChanges() > 0) {
            line("  " + Words.count(loss.queueChanges(), "change") + " of queues, among them "
                    + Words.count(loss.queueMessages(), "message") + " that were enqueued");
        }
        if (loss.unknownFrames() > 0) {
            line("  whatever " + Words.count(loss.unknownFrames(), "frame") + " of a newer version of Leat changed");
        }
        if (loss.unreadableBytes() > 0) {
            line("  whatever the " + Words.count(loss.unreadableBytes(), "byte")
                    + " that cannot be read held: nobody knows, and they may belong to any stream");
        }
        if (!loss.isAny()) {
            line("  nothing");
        }
    }

    private static String words(LostStream stream) {
        List<String> words = new ArrayList<>();
        if (stream.messages() > 0) {
            words.add(where(stream) + "at least " + Words.count(stream.messages(), "message") + " ("
                    + Words.count(stream.bytes(), "byte") + ")");
        }
        if (stream.created()) {
            words.add("its creation: the stream is gone as a whole");
        }
        if (stream.closed()) {
            words.add("its closing" + (stream.created() ? "" : ": the stream is open again"));
        }
        if (stream.deleted()) {
            words.add("its deletion" + (stream.created() ? "" : ": the stream is there again"));
        }
        stream.producers()
                .forEach(stamp -> words.add(
                        "producer " + stamp.id() + " had come to epoch " + stamp.epoch() + ", seq " + stamp.seq()));
        String path = stream.path();
        return (path == null ? "a stream whose path cannot be read (id " + stream.id() + ")" : "stream " + path) + ": "
                + String.join("; ", words);
    }

    private static String where(LostStream stream) {
        Long tail = stream.tail();
        return tail == null ? "" : "everything from offset " + new Offset(tail) + " on, ";
    }

    private void line(String words) {
        out.println(words);
    }
}
