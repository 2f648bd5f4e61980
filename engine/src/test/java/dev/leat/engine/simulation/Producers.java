package dev.leat.engine.simulation;

import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.engine.invariant.Ledger.Client;
import dev.leat.engine.invariant.Ledger.Page;
import dev.leat.engine.simulation.Calls.Sent;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** Callers that append with a stamp, and repeat what was not acknowledged. */
final class Producers {
    private final Course course;
    private final Calls calls;

    Producers(Course course, Calls calls) {
        this.course = course;
        this.calls = calls;
    }

    void produce(Page page) {
        Client client = page.clients.computeIfAbsent("p" + course.random.nextInt(3), Client::new);
        if (client.toRepeat.isEmpty() && client.pending == 0 && client.next > 0 && course.oneIn(10)) {
            client.epoch++;
            client.next = 0;
        }
        boolean repeats = !client.toRepeat.isEmpty();
        if (client.pending > 0 && (repeats || course.oneIn(5))) {
            echo(page, client); // before it repeats what was refused it waits for all answers, more or less patiently
            return;
        }
        long seq = repeats ? Collections.min(client.toRepeat) : client.next++;
        String message = repeats
                ? client.unacknowledged.get(seq)
                : course.newMessage(client.id + "." + client.epoch + "." + seq);
        client.toRepeat.remove(seq);
        client.unacknowledged.put(seq, message);
        client.pending++;
        course.ledger.refused.remove(message);
        ProducerStamp stamp = new ProducerStamp(client.id, client.epoch, seq);
        calls.send(
                new Command.Append(page.path, null, Body.of(message), stamp, null, false),
                new Sent(
                        page,
                        false,
                        outcome -> {
                            client.pending--;
                            AppendResult appended = (AppendResult) outcome;
                            client.unacknowledged.remove(seq);
                            page.acknowledge(
                                    message,
                                    appended.duplicate() ? -1 : appended.tail().position());
                        },
                        rejection -> {
                            client.pending--;
                            client.toRepeat.add(seq);
                            // refused now, but an earlier sending may have been lost in a crash after it was done
                            if (!repeats) {
                                course.ledger.refused.add(message);
                            }
                        },
                        () -> {
                            client.pending--;
                            client.toRepeat.add(seq);
                        }));
    }

    /** Sends something again that was not answered yet. */
    private void echo(Page page, Client client) {
        List<Long> unanswered = client.unacknowledged.keySet().stream()
                .filter(seq -> !client.toRepeat.contains(seq))
                .toList();
        if (unanswered.isEmpty()) {
            return;
        }
        long seq = unanswered.get(course.random.nextInt(unanswered.size()));
        String message = Objects.requireNonNull(client.unacknowledged.get(seq));
        ProducerStamp stamp = new ProducerStamp(client.id, client.epoch, seq);
        Sent sent = new Sent(
                page,
                false,
                outcome -> {
                    AppendResult appended = (AppendResult) outcome;
                    course.ledger.refused.remove(message);
                    page.acknowledge(
                            message, appended.duplicate() ? -1 : appended.tail().position());
                },
                rejection -> {},
                () -> course.ledger.refused.remove(message));
        calls.send(new Command.Append(page.path, null, Body.of(message), stamp, null, false), sent);
    }
}
