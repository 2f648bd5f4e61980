package dev.leat.api.internal;

/** What decides the shard of anything that has a name. */
public final class Tag {
    private Tag() {}

    /** What the first pair of braces holds, else the whole name. */
    public static String of(String name) {
        int open = name.indexOf('{');
        int close = open < 0 ? -1 : name.indexOf('}', open);
        return close > open + 1 ? name.substring(open + 1, close) : name;
    }
}
