package dev.leat.http.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Authentication by JWT. A token that was seen before costs a look-up; a new one is verified on the caller's thread. */
final class TokenVerifier {
    /** How many requests may wait for keys at once; further ones are refused. */
    static final int MOST_WAITING = 1000;

    private static final String MALFORMED = "the token is malformed";
    private static final String BAD_SIGNATURE = "the token is not signed by a known key";
    private static final String NO_KEYS = "tokens cannot be checked at the moment";

    private final TokenKeySource source;
    private final TokenRules rules;
    private final InstantSource clock;
    private final VerifiedTokens verified = new VerifiedTokens();
    private final AtomicInteger waiting = new AtomicInteger();

    TokenVerifier(TokenKeySource source, TokenRules rules, InstantSource clock) {
        this.source = source;
        this.rules = rules;
        this.clock = clock;
    }

    /**
     * @param from where the token begins in the header
     * @param hash of the token; valid until this returns
     */
    CompletableFuture<Caller> authenticate(String header, int from, byte[] hash) {
        TokenKeys keys = source.current();
        KnownCaller known = keys == null ? null : verified.find(hash, keys, clock.millis());
        return known != null ? known.answer() : verify(header.substring(from), hash);
    }

    private CompletableFuture<Caller> verify(String token, byte[] hash) {
        SignedJWT jwt;
        try {
            jwt = SignedJWT.parse(token);
            rules.check(jwt.getHeader());
        } catch (ParseException | IllegalArgumentException e) {
            return new AccessDenied(MALFORMED).answer();
        } catch (AccessDenied e) {
            return e.answer();
        }
        TokenKeys keys = source.current();
        if (keys != null && keys.know(jwt.getHeader())) {
            return verify(jwt, keys, hash);
        }
        CompletionStage<?> refresh = source.refresh();
        return refresh == null ? verify(jwt, keys, hash) : verifyAfter(refresh, jwt, hash.clone());
    }

    private CompletableFuture<Caller> verify(SignedJWT jwt, @Nullable TokenKeys keys, byte[] hash) {
        if (keys == null) {
            return new AccessDenied(NO_KEYS).answer();
        }
        if (!isSigned(jwt, keys)) {
            return new AccessDenied(BAD_SIGNATURE).answer();
        }
        try {
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            Instant end = rules.check(claims, clock.instant());
            KnownCaller caller = TokenRules.caller(claims);
            verified.add(hash, caller, keys, end.toEpochMilli());
            return caller.answer();
        } catch (ParseException | ArithmeticException | DateTimeException e) {
            return new AccessDenied(MALFORMED).answer();
        } catch (AccessDenied e) {
            return e.answer();
        }
    }

    private static boolean isSigned(SignedJWT jwt, TokenKeys keys) {
        return keys.candidates(jwt.getHeader()).stream().anyMatch(key -> {
            try {
                return jwt.verify(key.verifier());
            } catch (JOSEException e) {
                return false;
            }
        });
    }

    /** Verifies the token once the keys are there, on the thread that fetched them. */
    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handed on
    private CompletableFuture<Caller> verifyAfter(CompletionStage<?> refresh, SignedJWT jwt, byte[] hash) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return new AccessDenied(NO_KEYS).answer();
        }
        CompletableFuture<Caller> result = new CompletableFuture<>();
        refresh.whenComplete((done, thrown) -> {
            waiting.decrementAndGet();
            verify(jwt, source.current(), hash).whenComplete((caller, failure) -> {
                if (failure == null) {
                    result.complete(caller);
                } else {
                    result.completeExceptionally(failure);
                }
            });
        });
        return result;
    }
}
