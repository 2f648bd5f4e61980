package dev.leat.engine.simulation;

import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.engine.invariant.Ledger.Page;
import dev.leat.engine.simulation.Calls.Sent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Who sends commands in a simulation: whatever a stream in its state may be sent. */
final class Callers {
    private final Course course;
    private final Calls calls;
    private final Creators creators;
    private final Producers producers;

    Callers(Course course, Calls calls, Readers readers) {
        this.course = course;
        this.calls = calls;
        this.creators = new Creators(course, calls, readers);
        this.producers = new Producers(course, calls);
    }

    void command(Page page) {
        course.counts.commands++;
        if (page.exclusive > 0 || page.pending > 6) {
            return;
        }
        boolean live = course.isLive(page);
        if (page.pending == 0 && (!live || course.oneIn(40))) {
            creators.create(page);
        } else if (page.pending == 0 && course.oneIn(25)) {
            creators.delete(page);
        } else if (course.oneIn(60) && !page.closing) {
            close(page);
        } else if (course.oneIn(2)) {
            producers.produce(page);
        } else {
            append(page);
        }
    }

    private void append(Page page) {
        List<String> texts = new ArrayList<>();
        for (int i = course.random.nextInt(3); i >= 0; i--) {
            texts.add(course.newMessage("x."));
        }
        List<byte[]> payloads = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        Command.Append command = new Command.Append(page.path, null, Body.of(payloads), null, null, false);
        calls.send(
                command,
                new Sent(
                        page,
                        false,
                        outcome -> {
                            long end = ((AppendResult) outcome).tail().position();
                            for (int i = texts.size() - 1; i >= 0; i--) {
                                page.acknowledge(texts.get(i), end);
                                end -= texts.get(i).length();
                            }
                        },
                        rejection -> course.ledger.refused.addAll(texts),
                        () -> {}));
    }

    private void close(Page page) {
        page.closing = true;
        Command.Append command = new Command.Append(page.path, null, Body.EMPTY, null, null, true);
        calls.send(command, new Sent(page, false, outcome -> {}, rejection -> page.closing = false, () -> {}));
    }
}
