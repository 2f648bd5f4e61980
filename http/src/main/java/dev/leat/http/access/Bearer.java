package dev.leat.http.access;

/** The form of an {@code Authorization} header with a bearer token: RFC 6750, section 2.1. */
final class Bearer {
    private static final String SCHEME = "Bearer ";

    private Bearer() {}

    /** Where the token begins, or -1 if this is no bearer token, or one that is too long. */
    static int tokenStart(String header) {
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return -1;
        }
        int start = SCHEME.length();
        while (start < header.length() && header.charAt(start) == ' ') {
            start++;
        }
        int length = header.length() - start;
        return length > 0 && length <= TokenHash.LONGEST_TOKEN && isToken(header, start) ? start : -1;
    }

    private static boolean isToken(String header, int start) {
        int end = header.length();
        while (end > start && header.charAt(end - 1) == '=') {
            end--;
        }
        for (int i = start; i < end; i++) {
            if (!isTokenCharacter(header.charAt(i))) {
                return false;
            }
        }
        return end > start;
    }

    private static boolean isTokenCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~'
                || c == '+'
                || c == '/';
    }
}
