package dev.leat.http.access;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules for the claims of a signed token. An issuer or audience that is not configured may be any. */
record TokenRules(@Nullable String issuer, @Nullable String audience) {
    /** By how much the clocks of issuer and server may differ. */
    static final Duration SKEW = Duration.ofSeconds(60);

    /** Throws {@link AccessDenied} for headers that require something unsupported. */
    void check(JWSHeader header) {
        if (header.getCriticalParams() != null && !header.getCriticalParams().isEmpty()) {
            throw new AccessDenied("the token has a critical header that is not supported");
        }
        JOSEObjectType type = header.getType();
        String name = type == null ? "jwt" : type.getType().toLowerCase(Locale.ROOT);
        if (!name.equals("jwt") && !name.equals("at+jwt") && !name.equals("application/at+jwt")) {
            throw new AccessDenied("the token is not of type JWT or at+jwt");
        }
    }

    /** Checks the token's times, issuer and audience; returns when it ends, the skew included. */
    Instant check(JWTClaimsSet claims, Instant now) {
        Date expires = claims.getExpirationTime();
        if (expires == null) {
            throw new AccessDenied("the token has no exp");
        }
        Instant end = expires.toInstant().plus(SKEW);
        if (!now.isBefore(end)) {
            throw new AccessDenied("the token has expired");
        }
        Date begins = claims.getNotBeforeTime();
        if (begins != null && now.plus(SKEW).isBefore(begins.toInstant())) {
            throw new AccessDenied("the token is not valid yet");
        }
        if (issuer != null && !issuer.equals(claims.getIssuer())) {
            throw new AccessDenied("the token is from another issuer");
        }
        if (audience != null && !claims.getAudience().contains(audience)) {
            throw new AccessDenied("the token is for another audience");
        }
        return end;
    }

    /** Returns the caller that the token's subject, or else its client id, names. */
    static KnownCaller caller(JWTClaimsSet claims) throws ParseException {
        String subject = claims.getSubject() == null ? claims.getStringClaim("client_id") : claims.getSubject();
        return new KnownCaller("jwt", subject == null ? "-" : subject, scopes(claims));
    }

    /** Providers put scopes of their own into tokens, such as {@code openid}: what is no scope of ours grants nothing. */
    private static List<Scope> scopes(JWTClaimsSet claims) throws ParseException {
        List<String> words = new ArrayList<>();
        String scope = claims.getStringClaim("scope");
        if (scope != null) {
            words.addAll(Arrays.asList(scope.split(" ", -1)));
        }
        List<String> array = claims.getStringListClaim("scopes");
        if (array != null) {
            words.addAll(array);
        }
        return words.stream().flatMap(TokenRules::scope).toList();
    }

    private static Stream<Scope> scope(String word) {
        try {
            return Stream.of(Scope.parse(word));
        } catch (IllegalArgumentException e) {
            return Stream.empty();
        }
    }
}
