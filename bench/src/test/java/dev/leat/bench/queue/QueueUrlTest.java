package dev.leat.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.bench.queue.protocol.AmqpSession;
import org.junit.jupiter.api.Test;

class QueueUrlTest {

    @Test
    void theSchemeTellsWhoItIs() {
        assertThat(QueueUrl.parse("http://127.0.0.1:4437/v1/queues", null)).isInstanceOf(LeatQueueServer.class);
        assertThat(QueueUrl.parse("redis://127.0.0.1:6379", null)).isInstanceOf(RedisServer.class);
        assertThat(QueueUrl.parse("amqp://127.0.0.1:5672", null)).isInstanceOf(RabbitServer.class);
    }

    @Test
    void everybodyHasAName() {
        assertThat(QueueUrl.parse("redis://127.0.0.1:6379", null).name()).isEqualTo("redis");
        assertThat(QueueUrl.parse("old=redis://127.0.0.1:6379", null).name()).isEqualTo("old");
        assertThat(QueueUrl.parse("q=amqp://127.0.0.1:5672/?type=quorum", null).name())
                .isEqualTo("q");
    }

    @Test
    void rabbitHasALoginAndAKindOfQueue() {
        RabbitServer rabbit = (RabbitServer) QueueUrl.parse("amqp://me:secret@127.0.0.1:5672/?type=quorum", null);

        assertThat(rabbit.login()).isEqualTo(new AmqpSession.Login("me", "secret"));
        assertThat(rabbit.type()).isEqualTo("quorum");
    }

    @Test
    void whatIsNobodysUrlIsRefused() {
        assertThatThrownBy(() -> QueueUrl.parse("127.0.0.1:6379", null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QueueUrl.parse("redis://127.0.0.1", null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QueueUrl.parse("ftp://127.0.0.1:21", null))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
