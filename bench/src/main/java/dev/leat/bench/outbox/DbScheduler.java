package dev.leat.bench.outbox;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler used as an outbox: one-time tasks that are scheduled on the connection of the transaction. It polls as its authors advise for
 * many tasks on PostgreSQL, by lock and fetch, and is told to look after each commit.
 */
final class DbScheduler implements Contender {

    private static final int THREADS = 20;
    private static final String[] TABLES = {
        """
        create table if not exists scheduled_tasks (
          task_name text not null,
          task_instance text not null,
          task_data bytea,
          execution_time timestamptz,
          picked boolean not null,
          picked_by text,
          last_success timestamptz,
          last_failure timestamptz,
          consecutive_failures int,
          last_heartbeat timestamptz,
          version bigint not null,
          priority smallint,
          state text,
          primary key (task_name, task_instance)
        )""",
        "create index if not exists execution_time_idx on scheduled_tasks (execution_time)",
        "create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat)",
        "create index if not exists priority_execution_time_idx on scheduled_tasks (priority desc, execution_time asc)"
    };

    private final DataSource source;
    private final OneTimeTask<byte[]> task;
    private final JoinedSource joined;
    private final SchedulerClient client;
    private volatile Consumer<byte[]> handler = payload -> {};
    private volatile @Nullable Scheduler running;

    DbScheduler(DataSource source) {
        this.source = source;
        this.joined = new JoinedSource(source);
        this.task = Tasks.oneTime("orders", byte[].class)
                .execute((instance, context) -> handler.accept(instance.getData()));
        this.client = SchedulerClient.Builder.create(joined, task).build();
    }

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public void install() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : TABLES) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public String table() {
        return "scheduled_tasks";
    }

    @Override
    public Runnable write(Connection connection, List<byte[]> payloads) throws SQLException {
        Instant now = Instant.now();
        joined.join(connection);
        try {
            // By batch even for one, because the other way asks first whether the task exists.
            List<TaskInstance<?>> instances = new ArrayList<>();
            payloads.forEach(payload -> instances.add(instance(payload)));
            client.scheduleBatch(instances, now);
        } finally {
            joined.leave();
        }
        return this::look;
    }

    private TaskInstance<byte[]> instance(byte[] payload) {
        return task.instance(UUID.randomUUID().toString(), payload);
    }

    private void look() {
        Scheduler scheduler = running;
        if (scheduler != null) {
            scheduler.triggerCheckForDueExecutions();
        }
    }

    @Override
    public Runnable start(Consumer<byte[]> consumer) {
        handler = consumer;
        Scheduler scheduler = Scheduler.create(source, task)
                .threads(THREADS)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(Duration.ofMillis(100))
                .build();
        scheduler.start();
        running = scheduler;
        return () -> {
            running = null;
            scheduler.stop();
        };
    }
}
