package dev.leat.engine.model;

import static dev.leat.engine.model.StreamModel.refusal;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Offset;
import dev.leat.engine.model.StreamModel.Stream;
import dev.leat.engine.model.StreamModel.Text;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What forks are in the model: which streams can be forked where, and what of them is copied. */
final class ForkModel {
    private ForkModel() {}

    /** Returns the stream at the path of a fork's source unless it cannot be forked that way. */
    static Stream source(@Nullable Stream source, Command.Create command, Fork fork) {
        if (source == null) {
            throw refusal(new Rejection.ForkSourceNotFound(fork.source()));
        }
        if (source.hidden) {
            throw refusal(new Rejection.ForkSourceGone(fork.source()));
        }
        ContentType type = command.contentType();
        if (type != null && !source.type.mediaType().equals(type.mediaType())) {
            throw refusal(new Rejection.ContentTypeMismatch(source.type, type));
        }
        return source;
    }

    /** What lies before the offset, and as much of what follows as the sub-offset says. */
    static List<Text> inherited(Stream source, Fork fork) {
        long at = fork.at() == null || fork.at().equals(Offset.NOW)
                ? source.tail()
                : fork.at().position();
        List<Text> before = source.messages.stream().filter(m -> m.end() <= at).toList();
        List<Text> after = source.messages.stream().filter(m -> m.end() > at).toList();
        long sub = sub(fork);
        long most = source.type.isJson() || after.isEmpty()
                ? after.size()
                : after.get(0).end() - after.get(0).start();
        if (at > source.tail() || sub > most) {
            throw refusal(new Rejection.ForkOutOfRange(""));
        }
        List<Text> all = new ArrayList<>(before);
        if (source.type.isJson()) {
            all.addAll(after.subList(0, (int) sub));
        } else if (sub > 0) {
            Text cut = after.get(0);
            byte[] bytes = Arrays.copyOf(cut.value().getBytes(StandardCharsets.ISO_8859_1), (int) sub);
            all.add(new Text(cut.start(), cut.start() + sub, new String(bytes, StandardCharsets.ISO_8859_1)));
        }
        return all;
    }

    /** A fork that names no offset is one at the source's tail. */
    static @Nullable Fork placed(@Nullable Fork fork, @Nullable Stream source) {
        return fork == null || fork.at() != null || source == null ? fork : fork.at(new Offset(source.tail()));
    }

    /** Whether a fork that is there is the one that is asked for again. */
    static boolean isSame(@Nullable Fork asked, @Nullable Fork again) {
        if (asked == null || again == null) {
            return asked == null && again == null;
        }
        boolean sameAt = again.at() == null || again.at().equals(asked.at());
        return asked.source().equals(again.source()) && sameAt && sub(asked) == sub(again);
    }

    private static long sub(Fork fork) {
        return fork.sub() == null ? 0 : fork.sub();
    }
}
