package dev.leat.http.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.security.auth.x500.X500Principal;

/**
 * The server's identity: its certificate chain and private key.
 *
 * @param chain the server's own certificate first
 */
record Identity(List<X509Certificate> chain, PrivateKey key) {
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    /** Password of a key store that exists in memory only. */
    private static final String PASSWORD = "memory";

    /**
     * Returns this; throws {@link BadCertificate} if it cannot be used.
     *
     * @param file name of the file in messages
     */
    Identity checked(String file, Instant now) {
        X509Certificate own = chain.getFirst();
        if (!belongTogether(own.getPublicKey())) {
            throw new BadCertificate(
                    "the key does not belong to the first certificate of " + file + ": the server's own comes first",
                    null);
        }
        if (!isChain()) {
            throw new BadCertificate(
                    "the certificates of " + file + " are no chain: each is followed by the one that issued it", null);
        }
        if (own.getNotAfter().toInstant().isBefore(now)) {
            throw new BadCertificate(
                    "the certificate of " + file + " expired at "
                            + own.getNotAfter().toInstant() + ": renew it",
                    null);
        }
        if (own.getNotBefore().toInstant().isAfter(now)) {
            throw new BadCertificate(
                    "the certificate of " + file + " is not valid before "
                            + own.getNotBefore().toInstant() + ": check the clock of this machine",
                    null);
        }
        return this;
    }

    private boolean isChain() {
        for (int i = 1; i < chain.size(); i++) {
            X500Principal issuer = chain.get(i - 1).getIssuerX500Principal();
            if (!issuer.equals(chain.get(i).getSubjectX500Principal())) {
                return false;
            }
        }
        return true;
    }

    private boolean belongTogether(PublicKey publicKey) {
        String algorithm = SIGNATURES.get(publicKey.getAlgorithm());
        if (algorithm == null) {
            return true; // cannot be checked
        }
        try {
            byte[] anything = {1, 2, 3};
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(anything);
            byte[] signed = signing.sign();
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(publicKey);
            verifying.update(anything);
            return verifying.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Returns a context for servers with this certificate. A key store of the JDK takes every kind of key that the JDK knows. */
    SSLContext context() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("leat", key, PASSWORD.toCharArray(), chain.toArray(X509Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new BadCertificate("the certificate cannot be used", e);
        }
    }
}
