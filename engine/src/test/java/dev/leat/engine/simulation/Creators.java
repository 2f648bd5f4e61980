package dev.leat.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamInfo;
import dev.leat.engine.invariant.Ledger.Content;
import dev.leat.engine.invariant.Ledger.Page;
import dev.leat.engine.invariant.Ledger.State;
import dev.leat.engine.model.StreamModel;
import dev.leat.engine.simulation.Calls.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Callers that create streams, fork them and delete them. */
final class Creators {
    private final Course course;
    private final Calls calls;
    private final Readers readers;

    Creators(Course course, Calls calls, Readers readers) {
        this.course = course;
        this.calls = calls;
        this.readers = readers;
    }

    void create(Page page) {
        if (page.forking > 0) {
            return;
        }
        Page source = course.oneIn(2) ? course.anyPage() : null;
        Content inherited = source == null || !course.isLive(source) ? null : readers.read(source);
        if (inherited == null || inherited.refusal() != null || source == null) {
            String first = course.newMessage("c.");
            Lifetime lifetime = course.oneIn(8)
                    ? Lifetime.until(course.clock.instant().plusMillis(course.random.nextInt(30_000)))
                    : null;
            create(
                    page,
                    new Command.Create(page.path, ContentType.TEXT, lifetime, Body.of(first), false, null),
                    first,
                    List.of(),
                    null);
        } else {
            fork(page, source, inherited);
        }
    }

    private void fork(Page page, Page source, Content content) {
        int count = course.random.nextInt(content.messages().size() + 1);
        List<StreamModel.Text> inherited = new ArrayList<>(content.messages().subList(0, count));
        long at = inherited.isEmpty() ? 0 : inherited.get(count - 1).end();
        Long sub = null;
        if (count < content.messages().size() && course.oneIn(2)) {
            StreamModel.Text cut = content.messages().get(count);
            sub = 1 + course.random.nextLong(cut.end() - cut.start());
            inherited.add(new StreamModel.Text(
                    cut.start(), cut.start() + sub, cut.value().substring(0, sub.intValue())));
        }
        course.counts.forks++;
        String first = course.newMessage("c.");
        Fork fork = new Fork(source.path, new Offset(at), sub);
        create(page, new Command.Create(page.path, null, null, Body.of(first), false, fork), first, inherited, source);
    }

    private void create(
            Page page, Command.Create command, String first, List<StreamModel.Text> inherited, @Nullable Page from) {
        long source = from == null ? 0 : from.incarnation;
        boolean wasLive = course.isLive(page);
        Consumer<Outcome> begun = outcome -> {
            if (!(outcome instanceof CreateStreamResult created) || !created.isNew()) {
                assertThat(page.state).as("an equal stream at %s", page.path).isNotEqualTo(State.ABSENT);
                return;
            }
            assertThat(wasLive && course.isLive(page))
                    .as("%s was there already", page.path)
                    .isFalse();
            begin(page, inherited, source);
            course.ledger.refused.remove(first);
            page.acknowledge(first, created.tail().position());
        };
        Runnable crashed = () -> {
            StreamInfo info = readers.head(page);
            if (info != null && (page.state != State.LIVE || info.incarnation() != page.incarnation)) {
                assertThat(wasLive && course.isLive(page))
                        .as("%s was replaced", page.path)
                        .isFalse();
                begin(page, inherited, source);
                course.ledger.refused.remove(first);
            }
        };
        boolean twice = course.oneIn(4);
        send(page, from, command, begun, rejection -> course.ledger.refused.add(first), crashed);
        if (twice) { // somebody else has the same idea at the same time
            send(page, from, command, begun, rejection -> {}, crashed);
        }
    }

    private void send(
            Page page,
            @Nullable Page from,
            Command.Create command,
            Consumer<Outcome> begun,
            Consumer<Rejection> refused,
            Runnable crashed) {
        if (from == null) {
            calls.send(command, new Sent(page, true, begun, refused, crashed));
            return;
        }
        from.forking++;
        Runnable over = () -> from.forking--;
        calls.send(
                command,
                new Sent(
                        page,
                        true,
                        outcome -> {
                            over.run();
                            begun.accept(outcome);
                        },
                        rejection -> {
                            over.run();
                            refused.accept(rejection);
                        },
                        () -> {
                            over.run();
                            crashed.run();
                        }));
    }

    private void begin(Page page, List<StreamModel.Text> inherited, long source) {
        StreamInfo info = readers.head(page);
        if (info == null) { // its time was over as soon as it was there
            page.begin(0);
            page.state = State.ENDED;
        } else {
            page.begin(info.incarnation());
            page.until = info.lifetime() instanceof Lifetime.Until until
                    ? until.moment().toEpochMilli()
                    : Long.MAX_VALUE;
        }
        page.inherited = inherited;
        page.sourceIncarnation = source;
    }

    void delete(Page page) {
        calls.send(
                new Command.Delete(page.path),
                new Sent(page, true, outcome -> page.state = State.ENDED, rejection -> {}, () -> {
                    if (readers.head(page) == null) {
                        page.state = State.ENDED;
                    }
                }));
    }
}
