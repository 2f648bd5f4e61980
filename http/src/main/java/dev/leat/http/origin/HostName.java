package dev.leat.http.origin;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The name or address of a machine as URLs have it.
 *
 * @param value in lower case, without a dot at its end, and in brackets if it is an IPv6 address
 */
public record HostName(String value) {
    private static final String LOOPBACK = "localhost";

    /** Domains in which no name can be registered (RFC 6761, RFC 6762, RFC 8375, and the one that ICANN keeps for private use). */
    private static final List<String> PRIVATE_DOMAINS = List.of(".local", ".internal", ".home.arpa", ".test");

    public static HostName of(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.indexOf(':') >= 0 && !lower.startsWith("[")) {
            return new HostName("[" + lower + "]");
        }
        return new HostName(lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower);
    }

    /** The host of an authority that is well-formed, without its port. */
    public static HostName ofAuthority(String authority) {
        int end = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
        return of(end <= 0 ? authority : authority.substring(0, end));
    }

    /** Whether it is an IP address, which no name server is asked about. */
    public boolean isAddress() {
        return address() != null;
    }

    private @Nullable InetAddress address() {
        String bare = value.startsWith("[") ? value.substring(1, value.length() - 1) : value;
        return NetUtil.createInetAddressFromIpAddressString(bare);
    }

    /** Whether it always means the machine that uses it. */
    public boolean isLoopback() {
        if (value.equals(LOOPBACK) || value.endsWith("." + LOOPBACK)) {
            return true;
        }
        InetAddress address = address();
        return address != null && address.isLoopbackAddress();
    }

    /** Whether only the resolver of a private network can answer for it: a name without a dot, or one in a domain without registration. */
    public boolean isPrivate() {
        return value.indexOf('.') < 0 || PRIVATE_DOMAINS.stream().anyMatch(value::endsWith);
    }
}
