package dev.leat.http.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {
    private static final String HASH = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    @Test
    void whatIsWrittenIsReadAgain() {
        ApiKey orders = ApiKey.of("orders-service", ApiKey.generate(), List.of(Scope.parse("read:orders/**")));
        ApiKey admin = ApiKey.of("admin", ApiKey.generate(), List.of(Scope.parse("*:*"), Scope.parse("read:a")));

        assertThat(KeyFile.parse(KeyFile.write(List.of(orders, admin)).getBytes(UTF_8)))
                .containsExactly(orders, admin);
        assertThat(KeyFile.parse("{\"keys\":[]}".getBytes(UTF_8))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}",
                "{'kees':[]}",
                "{'keys':{}}",
                "{'keys':[]} x",
                "{'keys':[],'more':1}",
                "{'keys':[],'keys':[]}",
                "{'keys':['a']}",
                "{'keys':[{}]}",
                "{'keys':[{'name':'a','sha256':'HASH'}]}",
                "{'keys':[{'name':'a','sha256':'HASH','scopes':[]}]}",
                "{'keys':[{'name':'a','sha256':'HASH','scopes':'read:*'}]}",
                "{'keys':[{'name':'a','sha256':'HASH','scopes':[1]}]}",
                "{'keys':[{'name':'a','sha256':'HASH','scopes':['read']}]}",
                "{'keys':[{'name':'a','sha256':'HASH','scope':['read:*']}]}",
                "{'keys':[{'name':'a','name':'b','sha256':'HASH','scopes':['read:*']}]}",
                "{'keys':[{'name':'a','sha256':'abc','scopes':['read:*']}]}",
                "{'keys':[{'name':'a b','sha256':'HASH','scopes':['read:*']}]}",
                "{'keys':[{'name':'','sha256':'HASH','scopes':['read:*']}]}",
                "{'keys':[{'name':'a','sha256':'HASH','scopes':['read:*']},{'name':'b','sha256':'HASH','scopes':['read:*']}]}",
            })
    void aFlawedFileIsRefused(String content) {
        byte[] bytes = content.replace('\'', '"').replace("HASH", HASH).getBytes(UTF_8);

        assertThatThrownBy(() -> KeyFile.parse(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining(HASH);
    }

    @Test
    void theNameOfAFlawedScopeIsTold() {
        String content = "{\"keys\":[{\"name\":\"a\",\"sha256\":\"" + HASH + "\",\"scopes\":[\"write:orders\"]}]}";

        assertThatThrownBy(() -> KeyFile.parse(content.getBytes(UTF_8))).hasMessageContaining("\"write:orders\"");
    }

    @Test
    void generatedKeysAreLongAndNeverTheSame() {
        Set<String> keys = new HashSet<>();

        for (int i = 0; i < 1000; i++) {
            String key = ApiKey.generate();
            assertThat(key).matches("leat_[A-Za-z0-9_-]{43}");
            keys.add(key);
        }

        assertThat(keys).hasSize(1000);
    }

    /** How long it takes must not tell which key was found, or whether one was. */
    @Test
    void everyKeyIsComparedWhereverTheRightOneIs() {
        List<String> secrets = List.of(ApiKey.generate(), ApiKey.generate(), ApiKey.generate(), ApiKey.generate());
        AtomicInteger compared = new AtomicInteger();
        KeyRing ring = new KeyRing(
                secrets.stream()
                        .map(key -> ApiKey.of("k" + secrets.indexOf(key), key, List.of(Scope.parse("read:*"))))
                        .toList(),
                (one, other) -> {
                    compared.incrementAndGet();
                    return MessageDigest.isEqual(one, other);
                });

        for (String key : secrets) {
            compared.set(0);
            KnownCaller found = ring.find(TokenHash.of(key, 0));
            assertThat(found).hasToString("key:k" + secrets.indexOf(key));
            assertThat(compared).hasValue(4);
        }
        compared.set(0);
        assertThat(ring.find(TokenHash.of(ApiKey.generate(), 0))).isNull();
        assertThat(compared).hasValue(4);
    }
}
