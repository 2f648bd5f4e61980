package dev.leat.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost that {@code keytool} made. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TestIdentity(List<X509Certificate> chain, Key key, byte[] pkcs12) {
    public static final String PASSWORD = "changeit";

    /** One that signed itself. */
    public static TestIdentity make(Path directory, String name, String algorithm)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path file = directory.resolve(name + ".p12");
        keytool(file, "test", name, algorithm, List.of());
        return read(file);
    }

    /** An identity with a foreign signer. */
    public static TestIdentity issued(Path directory, String name, String algorithm)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path file = directory.resolve(name + ".p12");
        keytool(file, "issuer", name + " issuer", algorithm, List.of("-ext", "bc:c"));
        keytool(file, "test", name, algorithm, List.of("-signer", "issuer"));
        return read(file);
    }

    private static void keytool(Path file, String alias, String name, String algorithm, List<String> more)
            throws IOException, InterruptedException {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String arguments = "-genkeypair -ext SAN=dns:localhost,ip:127.0.0.1 -storetype PKCS12 -storepass " + PASSWORD;
        List<String> command = new ArrayList<>(List.of(tool, "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(
                List.of("-keystore", file.toString(), "-alias", alias, "-keyalg", algorithm, "-dname", "CN=" + name));
        command.addAll(more);
        Path log = file.resolveSibling(alias + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(Files.readString(log));
        }
    }

    private static TestIdentity read(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return new TestIdentity(
                Stream.of(store.getCertificateChain("test"))
                        .map(X509Certificate.class::cast)
                        .toList(),
                store.getKey("test", PASSWORD.toCharArray()),
                Files.readAllBytes(file));
    }

    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /** Trusts these and no others. */
    public static SSLContext trusting(TestIdentity... identities) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (TestIdentity identity : identities) {
            store.setCertificateEntry(
                    identity.certificate().getSubjectX500Principal().getName(), identity.certificate());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    public String certificatePem() throws GeneralSecurityException {
        return pem("CERTIFICATE", certificate().getEncoded());
    }

    public String chainPem() throws GeneralSecurityException {
        StringBuilder all = new StringBuilder();
        for (X509Certificate one : chain) {
            all.append(pem("CERTIFICATE", one.getEncoded()));
        }
        return all.toString();
    }

    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    public static String pem(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content) + "\n-----END " + label
                + "-----\n";
    }
}
