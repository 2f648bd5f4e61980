package dev.leat.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamInfo;
import dev.leat.engine.invariant.Ledger;
import dev.leat.engine.invariant.Ledger.Content;
import dev.leat.engine.invariant.Ledger.Page;
import dev.leat.engine.model.StreamModel;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.support.Found;
import dev.leat.testkit.Pieces;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Callers that read, and hold what they find against what is known. */
final class Readers {
    private final Course course;
    private final List<Ledger.Promise> promises;
    private final Supplier<Streams> streams;

    Readers(Course course, List<Ledger.Promise> promises, Supplier<Streams> streams) {
        this.course = course;
        this.promises = promises;
        this.streams = streams;
    }

    @Nullable
    StreamInfo head(Page page) {
        Found<StreamInfo> found = new Found<>();
        streams.get().ask(new Query.Head(page.path), found);
        return found.outcome;
    }

    Content read(Page page) {
        List<StreamModel.Text> all = new ArrayList<>();
        Offset from = Offset.START;
        while (true) {
            Found<Slice> found = new Found<>();
            streams.get().ask(new Query.Read(page.path, from, 1 + course.random.nextInt(300)), found);
            Slice slice = found.outcome;
            if (slice == null) {
                return Content.refused(String.valueOf(found.rejection));
            }
            try (slice) {
                Pieces.of(slice)
                        .forEach(m -> all.add(new StreamModel.Text(
                                m.offset().position(), m.next().position(), m.text())));
                from = slice.next();
                if (slice.upToDate()) {
                    return new Content(slice.incarnation(), all, slice.closed(), null);
                }
            }
        }
    }

    /** Reads a stream whole and holds it against what is known. */
    void look(Page page) {
        if (page.exclusive > 0) {
            return; // it may be there or not
        }
        Content content = read(page);
        course.trace(page.path + " " + content);
        if (course.isLive(page)) {
            assertThat(content.refusal()).as("%s is live", page.path).isNull();
            promises.forEach(promise -> promise.check(course.ledger, page, content));
            page.seen = content.messages();
            page.seenClosed = content.closed();
        } else {
            assertThat(content.refusal()).as("%s is not there", page.path).isNotNull();
        }
    }

    /** A stream that is only hidden is hidden because a fork of it is there. */
    void requireReferenced(Page page) {
        Found<StreamInfo> found = new Found<>();
        streams.get().ask(new Query.Head(page.path), found);
        if (found.rejection instanceof Rejection.StreamGone) {
            assertThat(course.ledger.pages.values())
                    .as("forks of %s", page.path)
                    .anyMatch(fork -> fork.sourceIncarnation == page.incarnation && isThere(fork));
        }
    }

    boolean isThere(Page page) {
        Found<StreamInfo> found = new Found<>();
        streams.get().ask(new Query.Head(page.path), found);
        return !(found.rejection instanceof Rejection.StreamNotFound);
    }
}
