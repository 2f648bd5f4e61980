package dev.leat.cli;

import dev.leat.api.stream.Offset;
import dev.leat.cli.console.DisplayText;
import dev.leat.engine.doctor.Counters;
import dev.leat.engine.doctor.Finding;
import dev.leat.engine.doctor.Loss;
import dev.leat.engine.doctor.Loss.LostStream;
import dev.leat.engine.doctor.Repair;
import dev.leat.engine.doctor.Report;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.scrub.ScrubRecord;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The report of {@code leat doctor} as text. */
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
                            : "A repair does not help here: nothing was changed.");
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
            line(
                    repair.before().isSound()
                            ? "Cut: frames that are not whole. None was answered if a write was cut short there."
                            : "What was lost is not known.");
        }
        line("");
        line("After the repair:");
        examined(repair.after());
        verdict(repair.after());
    }

    /** What the scrub of a directory in use has recorded. */
    void print(ScrubRecord scrub) {
        line("The scrub of the engine that has it open:");
        line("  last ended  " + (scrub.ended() == null ? "never" : scrub.ended()));
        if (scrub.position() != null) {
            line("  running     since " + scrub.began() + ", " + DisplayText.count(scrub.bytesDone(), "byte")
                    + " read");
        }
        for (Damage damage : scrub.damage()) {
            line("");
            line(Finding.Severity.PROBLEM + ": " + damage.what());
            line("  affects  " + damage.affected());
            line("  way out  " + damage.wayOut());
            line("  found    " + damage.found());
        }
        line("");
        int problems = scrub.damage().size();
        line(problems == 0 ? "It knows of no damage." : DisplayText.count(problems, "problem") + " found.");
    }

    private void examined(Report report) {
        Counters counters = report.counters();
        line("Data directory " + report.directory());
        line("  streams  " + counters.streams() + " with " + DisplayText.count(counters.messages(), "message") + ", "
                + DisplayText.count(counters.bytes(), "byte"));
        line("  archive  " + DisplayText.count(counters.runs(), "run") + " in "
                + DisplayText.count(counters.segments(), "segment"));
        line("  journal  " + DisplayText.count(counters.frames(), "sound frame") + ", "
                + DisplayText.count(counters.journalBytes(), "byte"));
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
        if (problems == 0) {
            line("Everything is sound.");
        } else {
            line(DisplayText.count(problems, "problem") + " found. "
                    + (report.opens() ? "An engine opens the directory." : "No engine opens the directory like this."));
        }
    }

    private void print(Loss loss) {
        for (LostStream stream : loss.streams()) {
            line("  " + words(stream));
        }
        if (loss.subscriptionChanges() > 0) {
            line("  " + DisplayText.count(loss.subscriptionChanges(), "change")
                    + " of subscriptions: links, cursors, wakes or secrets");
        }
        if (loss.queueChanges() > 0) {
            line("  " + DisplayText.count(loss.queueChanges(), "change") + " of queues, among them "
                    + DisplayText.count(loss.queueMessages(), "message") + " that were enqueued");
        }
        if (loss.unknownFrames() > 0) {
            line("  whatever " + DisplayText.count(loss.unknownFrames(), "frame") + " that cannot be decoded changed");
        }
        if (loss.unreadableBytes() > 0) {
            line("  whatever the " + DisplayText.count(loss.unreadableBytes(), "byte")
                    + " that cannot be read held: they may belong to any stream");
        }
        if (!loss.isAny()) {
            line("  nothing");
        }
    }

    private static String words(LostStream stream) {
        List<String> words = new ArrayList<>();
        if (stream.messages() > 0) {
            words.add(where(stream) + "at least " + DisplayText.count(stream.messages(), "message") + " ("
                    + DisplayText.count(stream.bytes(), "byte") + ")");
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
