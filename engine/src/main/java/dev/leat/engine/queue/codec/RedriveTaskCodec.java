package dev.leat.engine.queue.codec;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.TaskInfo;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Bytes of a redrive task. */
final class RedriveTaskCodec {
    private static final int VERSION = 1;
    private static final EnumCodes<TaskInfo.State> STATES =
            EnumCodes.of(TaskInfo.State.RUNNING, TaskInfo.State.DONE, TaskInfo.State.CANCELLED, TaskInfo.State.FAILED);

    private RedriveTaskCodec() {}

    static void write(RedriveTask task, BytesOut out) {
        out.u8(VERSION).varint(task.number());
        writeFilter(task.filter(), out);
        out.varint(task.limit()).i64(Double.doubleToLongBits(task.perSecond()));
        out.maybeText(text(task.to()));
        out.varint(task.upTo()).varint(task.next());
        STATES.write(task.state(), out);
        out.varint(task.moved()).varint(task.skipped()).varint(task.total());
        out.varint(task.created()).varint(task.ended()).maybeText(task.problem());
    }

    static RedriveTask read(BytesIn in) {
        QueueConfigCodec.requireVersion(in.u8(), VERSION);
        return new RedriveTask(
                in.varint(),
                readFilter(in),
                in.varint(),
                Double.longBitsToDouble(in.i64()),
                queue(in.maybeText()),
                in.varint(),
                in.varint(),
                STATES.read(in),
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                in.maybeText());
    }

    private static void writeFilter(RedriveFilter filter, BytesOut out) {
        out.maybeText(text(filter.originQueue()));
        out.maybeText(filter.originGroup() == null ? null : filter.originGroup().value());
        Provenance.@Nullable Reason reason = filter.reason();
        out.bool(reason != null);
        if (reason != null) {
            MessageCodec.ProvenanceCodec.REASONS.write(reason, out);
        }
        out.varint(filter.messageIds().size());
        filter.messageIds().stream().map(MessageId::value).sorted().forEach(out::text);
    }

    @SuppressWarnings("NullAway") // the class file hides from it that the reason may be null
    private static RedriveFilter readFilter(BytesIn in) {
        @Nullable QueueName queue = queue(in.maybeText());
        @Nullable String group = in.maybeText();
        Provenance.@Nullable Reason reason = in.bool() ? MessageCodec.ProvenanceCodec.REASONS.read(in) : null;
        Set<MessageId> ids = new HashSet<>();
        for (long left = in.varint(); left > 0; left--) {
            ids.add(MessageId.of(in.text()));
        }
        return new RedriveFilter(queue, group == null ? null : GroupName.of(group), reason, ids);
    }

    private static @Nullable String text(@Nullable QueueName name) {
        return name == null ? null : name.value();
    }

    private static @Nullable QueueName queue(@Nullable String name) {
        return name == null ? null : QueueName.of(name);
    }
}
