package dev.leat.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.testkit.TestIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are taken, and what is said about the others. */
class CertificatesTest {
    @TempDir
    static Path shared;

    private static TestIdentity rsa;
    private static TestIdentity ec;

    @TempDir
    Path temp;

    private Path certificate;
    private Path key;
    private Path pkcs12;

    @BeforeAll
    static void make() throws Exception {
        rsa = TestIdentity.make(shared, "rsa", "RSA");
        ec = TestIdentity.make(shared, "ec", "EC");
    }

    @BeforeEach
    void files() throws Exception {
        certificate = Files.writeString(temp.resolve("chain.pem"), rsa.certificatePem());
        key = Files.writeString(temp.resolve("key.pem"), rsa.keyPem());
        pkcs12 = Files.write(temp.resolve("both.p12"), rsa.pkcs12());
    }

    @Test
    void pemFilesOfEveryKindAreTaken() throws Exception {

        Files.writeString(certificate, ec.certificatePem());
        Files.writeString(key, ec.keyPem());
        assertThat(Certificates.load(pem()).context()).isNotNull();
    }

    @Test
    void aChainMayFollowTheCertificate() throws Exception {
        TestIdentity issued = TestIdentity.issued(temp, "issued", "EC");
        Files.writeString(certificate, "a comment\n" + issued.chainPem());
        Files.writeString(key, issued.keyPem());

        assertThat(Certificates.load(pem()).context()).isNotNull();
    }

    @Test
    void certificatesThatAreNoChain() throws Exception {
        Files.writeString(certificate, rsa.certificatePem() + ec.certificatePem());

        assertBad(pem(), "the certificates of " + certificate + " are no chain");
    }

    @Test
    void aPkcs12FileIsTakenWithItsPassword() {
        assertThat(Certificates.load(pkcs12(TestIdentity.PASSWORD)).context()).isNotNull();
    }

    @Test
    void aWrongPasswordIsToldWithoutRepeatingIt() {
        assertBad(pkcs12("hunter22"), pkcs12 + " cannot be opened: the password is wrong or missing");
    }

    @Test
    void aFileThatIsNoPkcs12() throws Exception {
        Files.writeString(pkcs12, "something else");

        assertBad(pkcs12("x"), pkcs12 + " is damaged, or is no PKCS#12 file");
    }

    @Test
    void aMissingFile() throws Exception {
        Files.delete(key);

        assertBad(pem(), "cannot read " + key + ": there is no such file");
    }

    @Test
    void aFileWithoutACertificate() throws Exception {
        Files.writeString(certificate, rsa.keyPem());

        assertBad(pem(), certificate + " has no certificate in it: expected PEM");
    }

    @Test
    void aDamagedCertificate() throws Exception {
        Files.writeString(certificate, TestIdentity.pem("CERTIFICATE", new byte[] {1, 2, 3}));

        assertBad(pem(), certificate + " is damaged: a certificate in it cannot be read");
    }

    @Test
    void aFileWithoutAKey() throws Exception {
        Files.writeString(key, "");

        assertBad(pem(), key + " has no key in it");
    }

    @Test
    void anEncryptedKey() throws Exception {
        Files.writeString(key, TestIdentity.pem("ENCRYPTED PRIVATE KEY", new byte[] {1}));

        assertBad(pem(), key + " is encrypted");
    }

    @Test
    void aKeyInAnOlderFormat() throws Exception {
        Files.writeString(key, TestIdentity.pem("RSA PRIVATE KEY", new byte[] {1}));

        assertBad(pem(), "openssl pkcs8 -topk8 -nocrypt");
    }

    @Test
    void aKeyOfAnotherCertificate() throws Exception {
        Files.writeString(key, TestIdentity.make(temp, "other", "RSA").keyPem());

        assertBad(pem(), "the key does not belong to the first certificate of " + certificate);
    }

    @Test
    void aKeyOfAnotherKind() throws Exception {
        Files.writeString(key, ec.keyPem());

        assertBad(pem(), key + " is damaged, or its key is of another kind than the certificate (RSA)");
    }

    @Test
    void anExpiredCertificate() {
        Instant later = rsa.certificate().getNotAfter().toInstant().plusSeconds(1);

        assertThatThrownBy(() -> Certificates.load(pem(), () -> later))
                .isInstanceOf(BadCertificate.class)
                .hasMessageContaining("the certificate of " + certificate + " expired at ");
    }

    @Test
    void aCertificateOfTomorrow() {
        Instant earlier = rsa.certificate().getNotBefore().toInstant().minus(1, ChronoUnit.DAYS);

        assertThatThrownBy(() -> Certificates.load(pem(), () -> earlier))
                .isInstanceOf(BadCertificate.class)
                .hasMessageContaining("is not valid before");
    }

    private TlsSettings pem() {
        return new TlsSettings(certificate, key, null, null, Duration.ofMinutes(1));
    }

    private TlsSettings pkcs12(String password) {
        return new TlsSettings(null, null, pkcs12, password, Duration.ofMinutes(1));
    }

    private static void assertBad(TlsSettings settings, String words) {
        assertThatThrownBy(() -> Certificates.load(settings))
                .isInstanceOf(BadCertificate.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("hunter22");
    }
}
