package dev.leat.engine.queue.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.DeliveryId;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeliveryIdCipherTest {
    private final DeliveryIdCipher seal = sealed(1);

    private static DeliveryIdCipher sealed(long seed) {
        byte[] secret = new byte[DeliveryIdCipher.SECRET_BYTES];
        new Random(seed).nextBytes(secret);
        DeliveryIdCipher seal = new DeliveryIdCipher();
        seal.ready(secret);
        return seal;
    }

    @Test
    void opensWhatItSealed() {
        Random random = new Random(2);
        for (int i = 0; i < 1000; i++) {
            DeliveryHandle handle =
                    new DeliveryHandle(random.nextLong(), random.nextInt(), random.nextLong(), random.nextInt());
            assertThat(seal.open(seal.seal(handle))).isEqualTo(handle);
            assertThat(seal.seal(handle)).isEqualTo(seal.seal(handle));
        }
    }

    @Test
    void everyChangedCharacterMakesItGarbage() {
        String id = seal.seal(new DeliveryHandle(1, 2, 3, 4)).value();
        for (int i = 0; i < id.length(); i++) {
            char other = id.charAt(i) == '0' ? '1' : '0';
            String changed = id.substring(0, i) + other + id.substring(i + 1);
            assertThat(seal.open(new DeliveryId(changed))).as(changed).isNull();
        }
        assertThat(seal.open(new DeliveryId(id + "0"))).isNull();
        assertThat(seal.open(new DeliveryId(id.substring(1)))).isNull();
    }

    @Test
    void anotherSecretDoesNotOpenIt() {
        assertThat(sealed(7).open(seal.seal(new DeliveryHandle(1, 2, 3, 4)))).isNull();
    }

    /** Neighbours have nothing in common that could be seen: of 64 digits, two of 32 kinds agree in 2 by chance. */
    @Test
    void saysNothingToWhoeverHasIt() {
        Set<String> beginnings = new HashSet<>();
        Set<String> ends = new HashSet<>();
        for (int epoch = 0; epoch < 1000; epoch++) {
            String id = seal.seal(new DeliveryHandle(1, 1, 1, epoch)).value();
            beginnings.add(id.substring(0, 10));
            ends.add(id.substring(id.length() - 10));
        }
        assertThat(beginnings).hasSize(1000);
        assertThat(ends).hasSize(1000);
    }
}
