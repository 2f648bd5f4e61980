package dev.leat.outbox.codec;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Handler;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.spi.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class PayloadCodecTest {

    private static final PayloadCodec.Subject SUBJECT = new PayloadCodec.Subject("shop", "orders", "order-7");
    private static final SecretKey OLD = new SecretKeySpec(new byte[32], "AES");
    private static final SecretKey NEW = new SecretKeySpec("0123456789abcdef".getBytes(UTF_8), "AES");
    private static final byte[] TEXT = "a secret, a secret, a secret, a secret, a secret".getBytes(UTF_8);

    private final PayloadCodec encrypted = PayloadCodec.encrypted("k1", Map.of("k1", OLD));

    @Test
    void whatCanBeSmallerIs() {
        PayloadCodec codec = PayloadCodec.compressed();

        assertThat(codec.encode(TEXT, SUBJECT)).hasSizeLessThan(TEXT.length);
        assertThat(codec.decode(codec.encode(TEXT, SUBJECT), SUBJECT)).isEqualTo(TEXT);
        assertThat(codec.encode(new byte[] {1, 2, 3}, SUBJECT)).hasSize(4);
        assertThat(codec.decode(codec.encode(new byte[] {1, 2, 3}, SUBJECT), SUBJECT))
                .containsExactly(1, 2, 3);
        assertThat(codec.decode(codec.encode(new byte[0], SUBJECT), SUBJECT)).isEmpty();
    }

    @Test
    void damagedCompressionIsAnError() {
        PayloadCodec codec = PayloadCodec.compressed();
        byte[] stored = codec.encode(TEXT, SUBJECT);

        for (int length = 0; length < stored.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(stored, length);
            assertThatThrownBy(() -> codec.decode(cut, SUBJECT)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void nobodyReadsAnEncryptedPayloadAndNoTwoAreTheSame() {
        byte[] stored = encrypted.encode(TEXT, SUBJECT);

        assertThat(new String(stored, ISO_8859_1)).doesNotContain("secret");
        assertThat(encrypted.encode(TEXT, SUBJECT)).isNotEqualTo(stored);
        assertThat(encrypted.decode(stored, SUBJECT)).isEqualTo(TEXT);
    }

    @Test
    void anyChangedByteIsNoticed() {
        byte[] stored = encrypted.encode(TEXT, SUBJECT);

        for (int i = 0; i < stored.length; i++) {
            byte[] changed = stored.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> encrypted.decode(changed, SUBJECT)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void anEncryptedPayloadBelongsToItsRow() {
        byte[] stored = encrypted.encode(TEXT, SUBJECT);

        assertThatThrownBy(() -> encrypted.decode(stored, new PayloadCodec.Subject("shop", "orders", "order-8")))
                .hasMessageContaining("another row");
    }

    @Test
    void anOldKeyIsReadAfterANewOneIsUsed() {
        byte[] stored = encrypted.encode(TEXT, SUBJECT);
        PayloadCodec rotated = PayloadCodec.encrypted("k2", Map.of("k1", OLD, "k2", NEW));

        assertThat(rotated.decode(stored, SUBJECT)).isEqualTo(TEXT);
        assertThatThrownBy(() -> encrypted.decode(rotated.encode(TEXT, SUBJECT), SUBJECT))
                .hasMessageContaining("the key k2");
    }

    @Test
    void aDatabaseHoldsEncryptedBytesAndTheSinkGetsPlainOnes() throws Exception {
        PayloadCodec codec = PayloadCodec.compressed().then(encrypted);
        List<Row> rows = Collections.synchronizedList(new ArrayList<>());
        try (TestDatabase database = Databases.SQLITE.open();
                Outbox outbox = Outbox.builder(database)
                        .sink("orders", Handler.of((row, batch) -> rows.add(row)))
                        .codec(codec)
                        .build()) {
            commit(database, outbox, tx -> tx.emit("orders", "order-7", TEXT).header("ct", "text"));
            String stored = database.text("select cast(payload as text) from ob_event");
            String headers = database.text("select headers from ob_event");
            outbox.start();
            eventually(() -> database.number("select count(*) from ob_event") == 0);

            assertThat(stored).doesNotContain("secret");
            assertThat(headers).isEqualTo("ct=text&leat-codec=deflate%2Baes-gcm");
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0).payload()).isEqualTo(TEXT);
            assertThat(rows.get(0).headers()).isEqualTo(Map.of("ct", "text"));
        }
    }

    @Test
    void aDamagedPayloadIsDeadAndRowsWithoutCodecAreRead() throws Exception {
        List<Row> rows = Collections.synchronizedList(new ArrayList<>());
        try (TestDatabase database = Databases.SQLITE.open();
                Outbox outbox = Outbox.builder(database)
                        .sink("orders", Handler.of((row, batch) -> rows.add(row)))
                        .codec(encrypted)
                        .build()) {
            commit(database, outbox, tx -> tx.emit("orders", TEXT));
            database.execute("update ob_event set payload = x'0101'");
            database.execute("insert into ob_event(ns, route, payload) values ('default', 'orders', x'4142')");
            outbox.start();
            eventually(() -> database.number("select count(*) from ob_event where state <> 3") == 0);

            assertThat(rows).extracting(row -> new String(row.payload(), UTF_8)).containsExactly("AB");
            assertThat(database.text("select last_error from ob_event")).startsWith("undecodable: ");
        }
    }
}
