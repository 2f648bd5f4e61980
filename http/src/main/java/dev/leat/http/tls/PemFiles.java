package dev.leat.http.tls;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;

/** Reads an identity from PEM: a chain, the server's own certificate first, and a key in PKCS#8. */
final class PemFiles {

    private PemFiles() {}

    static Identity read(Path chainFile, byte[] chainBytes, Path keyFile, byte[] keyBytes) {
        List<X509Certificate> chain = chain(chainFile, chainBytes);
        return new Identity(chain, key(keyFile, keyBytes, chain.getFirst().getPublicKey()));
    }

    private static List<X509Certificate> chain(Path file, byte[] bytes) {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            List<X509Certificate> chain = new ArrayList<>();
            for (Pem block : Pem.blocks(bytes)) {
                if (block.label().equals("CERTIFICATE")
                        && factory.generateCertificate(new ByteArrayInputStream(block.content()))
                                instanceof X509Certificate certificate) {
                    chain.add(certificate);
                }
            }
            if (chain.isEmpty()) {
                throw new BadCertificate(
                        file + " has no certificate in it: expected PEM, with a line -----BEGIN CERTIFICATE-----",
                        null);
            }
            return chain;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new BadCertificate(file + " is damaged: a certificate in it cannot be read", e);
        }
    }

    private static PrivateKey key(Path file, byte[] bytes, PublicKey publicKey) {
        try {
            Pem block = Pem.blocks(bytes).stream()
                    .filter(any -> any.label().endsWith("PRIVATE KEY"))
                    .findFirst()
                    .orElseThrow(() -> new BadCertificate(
                            file + " has no key in it: expected PEM, with a line -----BEGIN PRIVATE KEY-----", null));
            requirePlain(file, block);
            return KeyFactory.getInstance(publicKey.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(block.content()));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new BadCertificate(
                    file + " is damaged, or its key is of another kind than the certificate ("
                            + publicKey.getAlgorithm() + ")",
                    e);
        }
    }

    private static void requirePlain(Path file, Pem block) {
        if (block.label().startsWith("ENCRYPTED")) {
            throw new BadCertificate(
                    file + " is encrypted: decrypt it with `openssl pkcs8`, or use a PKCS#12 file and its password",
                    null);
        }
        if (!block.label().equals("PRIVATE KEY")) {
            throw new BadCertificate(
                    file + " holds a key that is not PKCS#8: convert it with `openssl pkcs8 -topk8 -nocrypt`", null);
        }
    }
}
