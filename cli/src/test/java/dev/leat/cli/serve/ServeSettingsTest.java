package dev.leat.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.cli.config.SettingException;
import dev.leat.cli.config.SettingValues;
import dev.leat.cli.log.LogFormat;
import dev.leat.cli.log.LogLevel;
import dev.leat.cli.log.LogSettings;
import dev.leat.engine.Settings;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.limit.RateSettings;
import dev.leat.http.subscription.WebhookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeSettingsTest {

    @TempDir
    Path temp;

    @Test
    void theDefaultsAreThoseOfTheModules() {
        ServeSettings settings = read();

        assertThat(settings.server()).isEqualTo(ServerSettings.defaults());
        assertThat(settings.engine())
                .usingRecursiveComparison()
                .ignoringFields("clock")
                .isEqualTo(Settings.defaults());
        assertThat(settings.data()).isEqualTo(Path.of("data"));
        assertThat(settings.access()).isEqualTo(AccessSettings.none());
        assertThat(settings.logs()).isEqualTo(new LogSettings(LogFormat.HUMAN, LogLevel.INFO, false));
    }

    @Test
    void originsAreWordsOrOrigins() {
        assertThat(read("LEAT_CORS_ORIGINS", "loopback,https://app.example.org")
                        .server()
                        .corsOrigins())
                .containsExactly("loopback", "https://app.example.org");
        assertThat(read("LEAT_CORS_ORIGINS", "none").server().corsOrigins()).isEmpty();
        for (String wrong :
                new String[] {"app.example.org", "https://app.example.org/", "null", "https://*.example.org"}) {
            assertThatThrownBy(() -> read("LEAT_CORS_ORIGINS", wrong))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining("LEAT_CORS_ORIGINS")
                    .hasMessageContaining(wrong);
        }
    }

    @Test
    void allowedHostsAreNames() {
        assertThat(read("LEAT_ALLOWED_HOSTS", "leat.example.org,*").server().allowedHosts())
                .containsExactly("leat.example.org", "*");
        for (String wrong : new String[] {"http://leat.example.org", "leat.example.org:4437", "a/b"}) {
            assertThatThrownBy(() -> read("LEAT_ALLOWED_HOSTS", wrong))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining("LEAT_ALLOWED_HOSTS")
                    .hasMessageContaining(wrong);
        }
    }

    @Test
    void whatIsSetArrives() {
        ServeSettings settings = read(
                "LEAT_PUBLIC_URL", "https://streams.example.org/",
                "LEAT_SHARDS", "8",
                "LEAT_THREADS", "3",
                "LEAT_STREAM_BYTES", "1GiB",
                "LEAT_CHECKPOINT_BYTES", "1MiB",
                "LEAT_JWT_JWKS_URL", "https://id.example.org/jwks",
                "LEAT_JWT_AUDIENCE", "leat",
                "LEAT_WEBHOOK_ALLOW_PRIVATE", "true",
                "LEAT_MEMORY", "true");

        assertThat(settings.server().publicUrl()).isEqualTo("https://streams.example.org");
        assertThat(settings.engine().shards()).isEqualTo(8);
        assertThat(settings.engine().threads()).isEqualTo(3);
        assertThat(settings.engine().limits().streamBytes()).isEqualTo(1L << 30);
        assertThat(settings.engine().checkpoint().bytes()).isEqualTo(1L << 20);
        assertThat(settings.access().audience()).isEqualTo("leat");
        assertThat(settings.access().isOpen()).isFalse();
        assertThat(settings.server().webhooks())
                .isEqualTo(WebhookSettings.defaults().allowingPrivate());
        assertThat(settings.data()).isNull();
    }

    @Test
    void aBurstIsASecondOfTheRateUnlessItIsSet() {
        RateSettings rates = read("LEAT_CLIENT_RATE", "0.5", "LEAT_STREAM_RATE", "100", "LEAT_STREAM_BURST", "250")
                .server()
                .rates();

        assertThat(rates.perClient()).isEqualTo(new RateSettings.Rate(0.5, 1));
        assertThat(rates.perStream()).isEqualTo(new RateSettings.Rate(100, 250));
    }

    @Test
    void aPasswordComesFromAFileAndIsNotPrinted() throws IOException {
        Path file = Files.writeString(temp.resolve("password"), "hunter22\n");

        ServeSettings settings = read("LEAT_TLS_PKCS12", "both.p12", "LEAT_TLS_PASSWORD_FILE", file.toString());

        assertThat(settings.server().tls().password()).isEqualTo("hunter22");
        assertThat(settings.toString()).doesNotContain("hunter22");
    }

    @Test
    void aSecretInThePlaceOfItsFileIsNotRepeated() {
        assertComplaint(
                "LEAT_TLS_PASSWORD_FILE in the environment: cannot read that file: there is no such file",
                "LEAT_TLS_PKCS12",
                "both.p12",
                "LEAT_TLS_PASSWORD_FILE",
                "hunter22");
    }

    @Test
    void settingsThatDoNotGoTogether() {
        assertComplaint("tls-certificate and tls-key go together", "LEAT_TLS_KEY", "k");
        assertComplaint("tls-certificate and tls-key go together", "LEAT_TLS_CERTIFICATE", "c");
        assertComplaint(
                "keep one of the two", "LEAT_TLS_CERTIFICATE", "c", "LEAT_TLS_KEY", "k", "LEAT_TLS_PKCS12", "p");
        assertComplaint("there is no tls-pkcs12", "LEAT_TLS_PASSWORD_FILE", "p");
        assertComplaint("jwt-jwks-file already", "LEAT_JWT_JWKS_FILE", "a", "LEAT_JWT_SECRET_FILE", "b");
        assertComplaint("tokens are not accepted at all", "LEAT_JWT_ISSUER", "me");
        assertComplaint(
                "LEAT_JWT_JWKS_URL in the environment: a JWKS URL must be https",
                "LEAT_JWT_JWKS_URL",
                "http://example.org/jwks");
        assertComplaint("goes with client-rate", "LEAT_CLIENT_BURST", "5");
    }

    private static void assertComplaint(String words, String... variables) {
        assertThatThrownBy(() -> read(variables))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("hunter22");
    }

    private static ServeSettings read(String... variables) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < variables.length; i += 2) {
            environment.put(variables[i], variables[i + 1]);
        }
        return ServeSettings.of(SettingValues.read(ServeTable.TABLE, Map.of(), environment));
    }
}
