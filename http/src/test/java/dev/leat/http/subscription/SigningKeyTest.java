package dev.leat.http.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;

class SigningKeyTest {

    /** The key and the thumbprint of RFC 8037, appendix A. */
    @Test
    void aKeyIsNamedByItsThumbprint() {
        byte[] halves = new byte[64];
        byte[] seed = Base64.getUrlDecoder().decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
        byte[] x = Base64.getUrlDecoder().decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
        System.arraycopy(seed, 0, halves, 0, 32);
        System.arraycopy(x, 0, halves, 32, 32);

        SigningKey key = SigningKey.of(halves);

        assertThat(key.id()).isEqualTo("ds_kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
        assertThat(key.x()).isEqualTo("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
    }
}
