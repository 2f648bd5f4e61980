package dev.leat.http.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;

/** Reads an identity from PKCS#12. */
final class Pkcs12File {

    private Pkcs12File() {}

    static Identity read(Path file, byte[] bytes, char[] password) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(bytes), password);
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias) && store.getKey(alias, password) instanceof PrivateKey key) {
                    return new Identity(
                            Arrays.stream(store.getCertificateChain(alias))
                                    .map(X509Certificate.class::cast)
                                    .toList(),
                            key);
                }
            }
            throw new BadCertificate(file + " has no key in it", null);
        } catch (IOException e) {
            throw new BadCertificate(
                    e.getCause() instanceof UnrecoverableKeyException
                            ? file + " cannot be opened: the password is wrong or missing"
                            : file + " is damaged, or is no PKCS#12 file",
                    e);
        } catch (GeneralSecurityException e) {
            throw new BadCertificate(file + " is damaged: its key cannot be read", e);
        }
    }
}
