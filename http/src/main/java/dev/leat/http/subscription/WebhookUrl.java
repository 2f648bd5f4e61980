package dev.leat.http.subscription;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a webhook, taken apart. A host that looks like a number in any notation but the usual one is refused:
 * whether {@code 0177.1} is an address, and which, depends on the library that reads it.
 *
 * @param host without brackets, in small letters
 * @param target the path and query
 */
record WebhookUrl(boolean tls, String host, int port, String target) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)*\\.?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern FOUR = Pattern.compile(BYTE + "\\." + BYTE + "\\." + BYTE + "\\." + BYTE);
    private static final Pattern SIX = Pattern.compile("[0-9a-f:]*:[0-9a-f:.]*");

    static WebhookUrl parse(String text) {
        URI uri = uri(text);
        boolean tls = "https".equalsIgnoreCase(uri.getScheme());
        if (!tls && !"http".equalsIgnoreCase(uri.getScheme())) {
            throw new RefusedUrl("a webhook is called by https");
        }
        String authority = uri.getRawAuthority();
        if (authority == null || authority.isEmpty()) {
            throw new RefusedUrl("a webhook's URL names a host");
        }
        if (authority.indexOf('@') >= 0) {
            throw new RefusedUrl("a webhook's URL holds no credentials");
        }
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > authority.lastIndexOf(']');
        String host = (hasPort ? authority.substring(0, colon) : authority).toLowerCase(Locale.ROOT);
        int port = hasPort ? port(authority.substring(colon + 1)) : tls ? 443 : 80;
        return new WebhookUrl(tls, checkedHost(host), port, target(uri));
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new RefusedUrl("this is not a URL: " + e.getReason());
        }
    }

    private static int port(String digits) {
        if (digits.matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(digits);
            if (port > 0 && port < 1 << 16) {
                return port;
            }
        }
        throw new RefusedUrl("a port is a number from 1 to 65535");
    }

    private static String target(URI uri) {
        String path = uri.getRawPath();
        String query = uri.getRawQuery();
        return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
    }

    private static String checkedHost(String host) {
        if (host.startsWith("[") && host.endsWith("]")) {
            String inner = host.substring(1, host.length() - 1);
            if (SIX.matcher(inner).matches()) {
                return inner;
            }
        } else if (NAME.matcher(host).matches()) {
            String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
            String last = name.substring(name.lastIndexOf('.') + 1);
            if (FOUR.matcher(name).matches() || !NUMBER.matcher(last).matches()) {
                return name;
            }
        }
        throw new RefusedUrl("a host is a name, or an address as in 192.0.2.1 or [2001:db8::1]");
    }

    /** The address that stands in the URL itself; null if there is a name. */
    @Nullable
    InetAddress literal() {
        if (!SIX.matcher(host).matches() && !FOUR.matcher(host).matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(host); // resolves nothing, because it is no name
        } catch (UnknownHostException e) {
            throw new RefusedUrl("a host is a name, or an address as in 192.0.2.1 or [2001:db8::1]");
        }
    }

    /** Names that mean this machine wherever they are used. */
    boolean isLocalhost() {
        return host.equals("localhost") || host.endsWith(".localhost");
    }

    /** The host as it stands in a URL. */
    String authority() {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    /** What requests are counted by. */
    String lane() {
        return host + ":" + port;
    }
}
