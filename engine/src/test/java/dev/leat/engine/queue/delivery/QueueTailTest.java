package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages are leased and shown from the tail of a queue as well. */
final class QueueTailTest {
    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    private void jobs(QueueConfigBuilder config, String... texts) {
        rig.create("jobs", config.build());
        for (String text : texts) {
            rig.enqueue("jobs", text);
        }
    }

    private static QueueCommand.Receive fromTail(int max, Duration wait) {
        return new QueueCommand.Receive(
                QueueRig.queue("jobs"), null, ConsumerName.of("bob"), max, wait, null, List.of(), QueueSide.TAIL);
    }

    private List<Delivery> receiveLast(int max) {
        return rig.call(fromTail(max, Duration.ZERO)).deliveries();
    }

    private List<String> lastTexts(int max) {
        return receiveLast(max).stream().map(Delivery::text).toList();
    }

    private List<String> browsed(QueueSide side, MessageInfo.@Nullable State state, int limit) {
        List<String> texts = new ArrayList<>();
        String after = null;
        do {
            MessagePage page = rig.ask(new QueueQuery.Browse(QueueRig.queue("jobs"), null, state, after, limit, side));
            page.messages().forEach(message -> texts.add(new String(message.payload(), StandardCharsets.UTF_8)));
            after = page.next();
        } while (after != null);
        return texts;
    }

    @Test
    void theLastMessagesAreLeasedFirst() {
        jobs(work(), "a", "b", "c", "d");

        assertThat(lastTexts(2)).containsExactly("d", "c");

        assertThat(rig.texts("jobs", 10)).containsExactly("a", "b");
        assertThat(rig.group("jobs").leased()).isEqualTo(4);
    }

    @Test
    void whatComesBackIsAtItsOldPlace() {
        jobs(work(), "a", "b", "c", "d");
        Delivery d = receiveLast(1).get(0);
        rig.nack("jobs", d.deliveryId());

        assertThat(rig.texts("jobs", 3)).containsExactly("a", "b", "c");
        assertThat(lastTexts(10)).containsExactly("d");
    }

    @Test
    void aLeaseFromTheTailEndsLikeEveryOther() {
        jobs(work().lease(Duration.ofSeconds(10)), "a", "b");
        Delivery b = receiveLast(1).get(0);

        rig.advance(Duration.ofSeconds(11));

        assertThat(rig.texts("jobs", 10)).containsExactly("a", "b");
        assertThat(rig.ack("jobs", b.deliveryId()).rejection()).isInstanceOf(Rejection.LeaseLost.class);
    }

    @Test
    void ofAKeyOnlyTheFirstIsDelivered() {
        rig.create("jobs", work().build());
        rig.enqueue("jobs", NewMessage.of("k1").withKey("k"));
        rig.enqueue("jobs", NewMessage.of("x"));
        rig.enqueue("jobs", NewMessage.of("k2").withKey("k"));

        List<Delivery> deliveries = receiveLast(10);

        assertThat(deliveries).extracting(Delivery::text).containsExactly("x", "k1");
        rig.ack("jobs", deliveries.get(1).deliveryId());
        assertThat(lastTexts(10)).containsExactly("k2");
    }

    @Test
    void theLowestPriorityComesFirst() {
        rig.create("jobs", work().priority(true).build());
        rig.enqueue("jobs", NewMessage.of("low").withPriority(1));
        rig.enqueue("jobs", NewMessage.of("high").withPriority(9));
        rig.enqueue("jobs", NewMessage.of("low, later").withPriority(1));

        assertThat(browsed(QueueSide.TAIL, null, 1)).containsExactly("low, later", "low", "high");
        assertThat(lastTexts(10)).containsExactly("low, later", "low", "high");
    }

    @Test
    void aReceiveFromTheTailWaitsAndGetsWhatComes() {
        jobs(work());
        Found<Deliveries> waiting = rig.sent(fromTail(5, Duration.ofSeconds(10)));
        assertThat(waiting.outcome).isNull();

        rig.enqueue("jobs", "a");

        assertThat(waiting.outcome).isNotNull();
        assertThat(waiting.outcome.deliveries()).extracting(Delivery::text).containsExactly("a");
    }

    @Test
    void limitsOfLeasesHoldAtTheTail() {
        jobs(work().maxLeases(1), "a", "b");

        Deliveries received = rig.call(fromTail(2, Duration.ZERO));

        assertThat(received.deliveries()).extracting(Delivery::text).containsExactly("b");
        assertThat(received.throttled()).isTrue();
    }

    @Test
    void messagesOnDiskAreLeasedFromTheTailAfterARestart() {
        jobs(work(), "a", "b", "c", "d");
        rig.checkpoint();
        rig.restart();

        assertThat(lastTexts(1)).containsExactly("d");
        rig.restart();

        assertThat(rig.texts("jobs", 10)).containsExactly("a", "b", "c");
    }

    @Test
    void pagesFromTheTailShowEveryMessageOnce() {
        jobs(work(), "a", "b", "c", "d", "e");
        rig.ack("jobs", rig.receive("jobs").deliveryId());

        assertThat(browsed(QueueSide.TAIL, null, 2)).containsExactly("e", "d", "c", "b");
        assertThat(browsed(QueueSide.TAIL, null, 100)).containsExactly("e", "d", "c", "b");
        assertThat(browsed(QueueSide.HEAD, null, 2)).containsExactly("b", "c", "d", "e");
        assertThat(browsed(QueueSide.TAIL, MessageInfo.State.LEASED, 2)).isEmpty();
    }

    @Test
    void pagesOfMessagesOnDiskAreTheSame() {
        jobs(work(), "a", "b", "c", "d", "e");
        rig.checkpoint();
        rig.restart();

        assertThat(browsed(QueueSide.TAIL, null, 2)).containsExactly("e", "d", "c", "b", "a");
        assertThat(browsed(QueueSide.TAIL, MessageInfo.State.READY, 3)).containsExactly("e", "d", "c", "b", "a");
    }

    @Test
    void aPageThatNoPageNamedIsRefused() {
        jobs(work(), "a");

        for (String after : List.of("-1", "x", "", "99999999999999999999")) {
            assertThat(rig.refusal(new QueueQuery.Browse(QueueRig.queue("jobs"), null, null, after, 1, QueueSide.TAIL)))
                    .as(after)
                    .isInstanceOf(Rejection.BadArgument.class);
        }
        assertThat(rig.ask(new QueueQuery.Browse(
                                QueueRig.queue("jobs"), null, null, "" + Long.MAX_VALUE, 1, QueueSide.TAIL))
                        .messages())
                .hasSize(1);
    }
}
