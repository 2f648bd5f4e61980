package dev.leat.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.engine.doctor.Counters;
import dev.leat.engine.doctor.Finding;
import dev.leat.engine.doctor.Loss;
import dev.leat.engine.doctor.Loss.LostStream;
import dev.leat.engine.doctor.Repair;
import dev.leat.engine.doctor.Report;
import dev.leat.engine.figures.Damage;
import dev.leat.engine.scrub.ScrubRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report of {@code leat doctor} as JSON. */
final class DoctorJson {
    private final PrintWriter out;

    DoctorJson(PrintWriter out) {
        this.out = out;
    }

    void print(Report report) {
        JsonPrinter.print(out, json -> write(report, json));
    }

    void print(Repair repair) {
        JsonPrinter.print(out, json -> {
            json.writeStartObject();
            json.writeBooleanField("changed", repair.isChanged());
            if (repair.isChanged()) {
                json.writeStringField("copy", String.valueOf(repair.copy()));
                json.writeNumberField("position", repair.position());
            }
            json.writeFieldName("before");
            write(repair.before(), json);
            json.writeFieldName("after");
            write(repair.after(), json);
            json.writeEndObject();
        });
    }

    /** What the scrub of a directory in use has recorded. */
    void print(Path directory, ScrubRecord scrub) {
        JsonPrinter.print(out, json -> {
            json.writeStartObject();
            json.writeStringField("directory", directory.toString());
            json.writeBooleanField("inUse", true);
            json.writeBooleanField("sound", scrub.damage().isEmpty());
            json.writeObjectFieldStart("scrub");
            json.writeStringField("began", text(scrub.began()));
            json.writeStringField("ended", text(scrub.ended()));
            json.writeBooleanField("running", scrub.position() != null);
            json.writeNumberField("bytes", scrub.bytesDone());
            json.writeEndObject();
            json.writeArrayFieldStart("findings");
            for (Damage damage : scrub.damage()) {
                json.writeStartObject();
                json.writeStringField("severity", "problem");
                json.writeStringField("what", damage.what());
                json.writeStringField("affects", damage.affected());
                json.writeStringField("wayOut", damage.wayOut());
                json.writeStringField("found", damage.found().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }

    private static void write(Report report, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("directory", report.directory().toString());
        json.writeBooleanField("sound", report.isSound());
        json.writeBooleanField("opens", report.opens());
        write(report.counters(), json);
        json.writeArrayFieldStart("findings");
        for (Finding finding : report.findings()) {
            json.writeStartObject();
            json.writeStringField("severity", finding.severity().name().toLowerCase(Locale.ROOT));
            json.writeStringField("what", finding.what());
            json.writeStringField("affects", finding.affected());
            json.writeStringField("wayOut", finding.wayOut());
            json.writeEndObject();
        }
        json.writeEndArray();
        Loss loss = report.loss();
        if (loss != null) {
            write(loss, json);
        }
        json.writeEndObject();
    }

    private static void write(Counters counters, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("counters");
        json.writeNumberField("streams", counters.streams());
        json.writeNumberField("messages", counters.messages());
        json.writeNumberField("bytes", counters.bytes());
        json.writeNumberField("runs", counters.runs());
        json.writeNumberField("segments", counters.segments());
        json.writeNumberField("frames", counters.frames());
        json.writeNumberField("journalBytes", counters.journalBytes());
        json.writeEndObject();
    }

    private static void write(Loss loss, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("loss");
        json.writeNumberField("position", loss.position());
        json.writeNumberField("frames", loss.frames());
        json.writeNumberField("unreadableBytes", loss.unreadableBytes());
        json.writeNumberField("unknownFrames", loss.unknownFrames());
        json.writeNumberField("subscriptionChanges", loss.subscriptionChanges());
        json.writeNumberField("queueChanges", loss.queueChanges());
        json.writeNumberField("queueMessages", loss.queueMessages());
        json.writeArrayFieldStart("streams");
        for (LostStream stream : loss.streams()) {
            write(stream, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(LostStream stream, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("path", stream.path());
        json.writeNumberField("id", stream.id());
        Long tail = stream.tail();
        json.writeStringField("from", tail == null ? null : new Offset(tail).toString());
        json.writeNumberField("messages", stream.messages());
        json.writeNumberField("bytes", stream.bytes());
        json.writeBooleanField("created", stream.created());
        json.writeBooleanField("closed", stream.closed());
        json.writeBooleanField("deleted", stream.deleted());
        json.writeArrayFieldStart("producers");
        for (ProducerStamp stamp : stream.producers()) {
            json.writeStartObject();
            json.writeStringField("id", stamp.id());
            json.writeNumberField("epoch", stamp.epoch());
            json.writeNumberField("seq", stamp.seq());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
