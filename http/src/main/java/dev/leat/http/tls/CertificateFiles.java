package dev.leat.http.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files as they were at one moment.
 *
 * @param contents of the files in their order; equal if nothing changed
 * @param failure why they could not be read; null if they could
 */
record CertificateFiles(
        TlsSettings settings,
        List<ByteBuffer> contents,
        @Nullable String failure) {

    static CertificateFiles read(TlsSettings settings) {
        List<Path> files = Stream.of(settings.certificate(), settings.key(), settings.pkcs12())
                .filter(Objects::nonNull)
                .toList();
        List<ByteBuffer> contents = new ArrayList<>();
        for (Path file : files) {
            try {
                contents.add(ByteBuffer.wrap(Files.readAllBytes(file)));
            } catch (IOException e) {
                return new CertificateFiles(settings, List.of(), "cannot read " + file + ": " + reason(e));
            }
        }
        return new CertificateFiles(settings, contents, null);
    }

    Identity identity(Instant now) {
        if (failure != null) {
            throw new BadCertificate(failure, null);
        }
        Path pkcs12 = settings.pkcs12();
        if (pkcs12 != null) {
            String password = settings.password();
            char[] secret = password == null ? new char[0] : password.toCharArray();
            return Pkcs12File.read(pkcs12, contents.getFirst().array(), secret).checked(pkcs12.toString(), now);
        }
        Path chain = settings.certificate();
        Path key = settings.key();
        if (chain == null || key == null) {
            throw new BadCertificate("TLS needs a certificate and its key, or a PKCS#12 file", null);
        }
        return PemFiles.read(
                        chain, contents.get(0).array(), key, contents.get(1).array())
                .checked(chain.toString(), now);
    }

    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException e -> "there is no such file";
            case AccessDeniedException e -> "permission denied; check its owner and mode";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
