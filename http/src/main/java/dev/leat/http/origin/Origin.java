package dev.leat.http.origin;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a page comes from, as browsers say it in the header {@code Origin}.
 *
 * @param scheme in lower case
 * @param port that of the scheme if none is named; -1 if the scheme has none
 */
public record Origin(String scheme, HostName host, int port) {
    private static final Pattern FORM =
            Pattern.compile("([a-z][a-z0-9+.-]*)://(\\[[0-9a-f:.]+]|[^/?#@:\\[\\]\\s,*]+)(?::([0-9]{1,5}))?");

    /** Empty for {@code null}, which pages without an origin send, and for everything else that is none. */
    public static Optional<Origin> parse(String text) {
        Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String scheme = matcher.group(1);
        String port = matcher.group(3);
        return Optional.of(new Origin(
                scheme, HostName.of(matcher.group(2)), port == null ? usual(scheme) : Integer.parseInt(port)));
    }

    /** The origin of a URL's pages. */
    public static Optional<Origin> ofUrl(String url) {
        int path = url.indexOf('/', url.indexOf("://") + 3);
        return parse(path < 0 ? url : url.substring(0, path));
    }

    private static int usual(String scheme) {
        return switch (scheme) {
            case "http" -> 80;
            case "https" -> 443;
            default -> -1;
        };
    }

    public boolean isHttps() {
        return scheme.equals("https");
    }

    /** Whether the machine that shows the page serves it, too. */
    public boolean isLoopback() {
        return (isHttps() || scheme.equals("http")) && host.isLoopback();
    }

    /** Whether pages of this origin come from where an authority is; one without a port has that of the scheme. */
    public boolean isAt(String authority) {
        int colon = authority.lastIndexOf(':');
        boolean named = colon > authority.lastIndexOf(']') && colon + 1 < authority.length();
        int at = named ? Integer.parseInt(authority, colon + 1, authority.length(), 10) : usual(scheme);
        return at == port && host.equals(HostName.ofAuthority(authority));
    }
}
