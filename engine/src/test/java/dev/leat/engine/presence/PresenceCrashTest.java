package dev.leat.engine.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.Presence.State;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.support.QueueRig;
import dev.leat.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Consumers that come, go and fall silent while the process is killed now and then. */
class PresenceCrashTest {
    private static final QueueName JOBS = QueueName.of("jobs");
    private static final Duration TTL = Duration.ofSeconds(20);
    private static final Pattern TOLD = Pattern.compile(".*\"consumer\":\"(\\w+)\",\"instance\":\"(\\w*)\","
            + "\"state\":(null|\"\\w+\"),\"before\":(null|\"\\w+\").*");

    private final QueueRig rig = new QueueRig();
    private final Map<String, Instant> seen = new HashMap<>();

    private void beat(String consumer) {
        rig.call(new QueueCommand.Heartbeat(JOBS, null, ConsumerName.of(consumer), "i", TTL, Map.of(), false));
        seen.put(consumer, rig.clock.instant());
    }

    private void leave(String consumer) {
        rig.call(new QueueCommand.Leave(JOBS, null, ConsumerName.of(consumer), "i", false));
    }

    private List<Presence> consumers() {
        return rig.ask(new QueueQuery.Consumers(JOBS, null)).consumers();
    }

    private void step(Random random) {
        String consumer = "c" + random.nextInt(4);
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> beat(consumer);
            case 3 -> leave(consumer);
            case 4 -> rig.advance(Duration.ofSeconds(random.nextInt(40)));
            case 5 -> rig.advance(Duration.ofMinutes(random.nextInt(12)));
            case 6 -> rig.checkpoint();
            default -> crash(random);
        }
    }

    private void crash(Random random) {
        rig.clock.advance(Duration.ofMinutes(random.nextInt(3)));
        rig.crash(random);
        rig.settle();
        for (Presence presence : consumers()) {
            Instant last = seen.get(presence.consumer().value());
            assertThat(presence.lastSeen()).isAfter(last.minus(TTL.dividedBy(2)));
        }
    }

    @Seeds(60)
    void whatIsToldLeadsFromStateToStateUpToTheOneThatIs(long seed) {
        Random random = new Random(seed);
        rig.create("jobs", QueueConfig.work());
        beat("c0");

        for (int i = 0; i < 60; i++) {
            step(random);
        }

        Map<String, String> told = told();
        Map<String, String> found = new HashMap<>();
        consumers().forEach(presence -> found.put(presence.consumer().value(), word(presence.state())));
        assertThat(told).isEqualTo(found);
    }

    /** The last state of each consumer, as the stream tells it. */
    private Map<String, String> told() {
        Map<String, String> states = new HashMap<>();
        try (Slice slice = rig.ask(new Query.Read(StreamPath.ofPresence(JOBS), Offset.START, Integer.MAX_VALUE))) {
            slice.messages().forEach(message -> {
                Matcher told = TOLD.matcher(new String(message.payload(), StandardCharsets.UTF_8));
                assertThat(told.matches()).isTrue();
                String before =
                        told.group(4).equals("null") ? null : told.group(4).replace("\"", "");
                follow(states, told.group(1), before, told.group(3).replace("\"", ""));
            });
        }
        return states;
    }

    private static void follow(Map<String, String> states, String consumer, @Nullable String before, String after) {
        assertThat(states.get(consumer)).isEqualTo(before);
        if (after.equals("null")) {
            states.remove(consumer);
        } else {
            states.put(consumer, after);
        }
    }

    private static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
