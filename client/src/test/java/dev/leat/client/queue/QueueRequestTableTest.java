package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Transaction;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueueRequestTableTest {

    @Test
    void everyCommandAndQueryAboutQueuesIsACall() {
        Set<Class<?>> all = new HashSet<>(List.of(QueueCommand.class.getPermittedSubclasses()));
        all.addAll(List.of(QueueQuery.class.getPermittedSubclasses()));
        all.add(Transaction.class);
        all.remove(QueueQuery.Queues.class); // may be several; see Listing

        assertThat(QueueRequestTable.kinds()).isEqualTo(all);
    }
}
