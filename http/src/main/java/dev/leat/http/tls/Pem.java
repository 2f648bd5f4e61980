package dev.leat.http.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of a PEM file.
 *
 * @param label such as {@code CERTIFICATE}
 */
record Pem(String label, byte[] content) {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----", Pattern.DOTALL);

    /** @throws IllegalArgumentException if a block is not Base64 */
    static List<Pem> blocks(byte[] file) {
        List<Pem> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(new String(file, ISO_8859_1));
        while (matcher.find()) {
            String base64 = matcher.group(2).replaceAll("\\s", "");
            // Old encrypted keys have headers, which are no Base64; their label says enough.
            blocks.add(new Pem(
                    matcher.group(1),
                    base64.contains(":") ? new byte[0] : Base64.getDecoder().decode(base64)));
        }
        return blocks;
    }
}
