package dev.leat.engine.queue.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.MessageId;
import dev.leat.engine.shard.Base32;
import dev.leat.engine.shard.Ids;
import dev.leat.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecodedMessageIdTest {

    @Seeds(200)
    void anIdSaysWhenAndWhereTheMessageWasFirstEnqueued(long seed) {
        Random random = new Random(seed);
        DecodedMessageId id = new DecodedMessageId(
                random.nextLong(1L << 48),
                Ids.of(random.nextInt(1 << 16), random.nextLong(1L << 48)),
                Positions.of(random.nextInt(Positions.LANES), random.nextLong(1L << 44)));

        assertThat(DecodedMessageId.of(id.encoded())).isEqualTo(id);
    }

    @Seeds(50)
    void idsSortByTime(long seed) {
        Random random = new Random(seed);
        long one = random.nextLong(1L << 48);
        long other = random.nextLong(1L << 48);

        String first = new DecodedMessageId(one, 1, 1).encoded().value();
        String second = new DecodedMessageId(other, 1, 1).encoded().value();

        assertThat(Integer.signum(first.compareTo(second))).isEqualTo(Long.compare(one, other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "hello",
                "ILOU",
                "0000000000000000000000000000000",
                "ä",
                "00000000000000000000000000000000000"
            })
    void whatNoQueueGaveOutIsNoKey(String text) {
        assertThat(DecodedMessageId.of(new MessageId(text))).isNull();
    }

    @Seeds(200)
    void bytesHaveExactlyOneText(long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[random.nextInt(70)];
        random.nextBytes(bytes);

        String text = Base32.encode(bytes);

        assertThat(Base32.decode(text)).isEqualTo(bytes);
        assertThat(text).matches("[0-9a-hjkmnp-tv-z]*");
    }

    @Test
    void aTextWithBitsToSpareIsNone() {
        assertThat(Base32.decode("00")).isEqualTo(new byte[1]);
        assertThat(Base32.decode("01")).isNull();
        assertThat(Base32.decode("0")).isNull();
        assertThat(Base32.decode("000")).isNull();
    }
}
