package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;
import java.util.List;

/** Consumers in order of queue, group, consumer and instance; counts for every group that there is, also without consumers. */
public record PresencePage(List<Presence> consumers, List<Presence.Counts> counts) implements Outcome {
    public PresencePage {
        consumers = List.copyOf(consumers);
        counts = List.copyOf(counts);
    }
}
