package dev.leat.engine.queue;

import dev.leat.api.GroupStart;

/** The kinds of start that a group can have. The disk has them as text. */
final class StartKind {
    static final String HEAD = "head";

    private StartKind() {}

    static String of(GroupStart start) {
        return switch (start) {
            case GroupStart.Head head -> HEAD;
            case GroupStart.Tail tail -> "tail";
            case GroupStart.Seq seq -> "seq";
            case GroupStart.Timestamp timestamp -> "timestamp";
        };
    }
}
