package dev.leat.http.access;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The stored form of an API key: its hash, never the key itself.
 *
 * @param name letters, digits, dots, dashes and underscores, at most 64
 * @param sha256 the hash of the whole key, its prefix included, in lower-case hex
 */
public record ApiKey(String name, String sha256, List<Scope> scopes) {

    /** The prefix of every key; no other kind of token has it. */
    public static final String PREFIX = "leat_";

    private static final int RANDOM_BYTES = 32;
    private static final int MAX_SCOPES = 1000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");
    private static final SecureRandom RANDOM = new SecureRandom();

    public ApiKey {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a key has 1 to 64 letters, digits, dots, dashes and"
                    + " underscores, but not \"" + Printable.text(name, 80) + "\"");
        }
        if (!SHA256.matcher(sha256).matches()) {
            throw new IllegalArgumentException("the sha256 of key " + name + " is not 64 hex digits");
        }
        if (scopes.isEmpty() || scopes.size() > MAX_SCOPES) {
            throw new IllegalArgumentException("key " + name + " must have 1 to " + MAX_SCOPES + " scopes");
        }
        sha256 = sha256.toLowerCase(Locale.ROOT);
        scopes = List.copyOf(scopes);
    }

    /** Returns a new random key, which only its holder may know. */
    public static String generate() {
        byte[] random = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(random);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** Returns the stored form of a generated key. */
    public static ApiKey of(String name, String key, List<Scope> scopes) {
        return new ApiKey(name, HexFormat.of().formatHex(TokenHash.of(key, 0)), scopes);
    }

    byte[] hash() {
        return HexFormat.of().parseHex(sha256);
    }
}
