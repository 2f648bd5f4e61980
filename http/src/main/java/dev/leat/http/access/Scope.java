package dev.leat.http.access;

import dev.leat.api.queue.QueueName;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.access.Action.Noun;
import java.util.EnumSet;
import java.util.Set;

/**
 * One permission, written {@code action:where}.
 *
 * <pre>
 * scope  = action ":" where
 * action = "read" | "append" | "create" | "delete" | "admin" | "*"     of streams
 *        | "enqueue" | "receive" | "claim" | "browse" | "manage"       of queues
 * where  = "" | "*"               everything, also what is no stream
 *        | path                   exactly this stream
 *        | path "/" | path "/**"  every stream below, at any depth, but not the stream {@code path} itself
 *        | name                   exactly this queue
 *        | name "*"               every queue whose name begins so and goes on
 * path   = a {@link StreamPath} without white space and without "*"
 * name   = a {@link QueueName} without white space and without "*"
 * </pre>
 *
 * <p>The action {@code *} stands for all of them with {@code *:*}, and for the five of streams with a path. Nothing
 * else is a wildcard, and case matters. A scope is compared with the path after percent-decoding, character by
 * character: {@code a/b} covers neither {@code a/bc} nor {@code a/b/c}.
 *
 * @param path empty for {@link Reach#ALL}; what the path or name begins with for {@link Reach#BELOW}
 */
public record Scope(Set<Action> actions, Reach reach, String path) {

    /** How much a scope covers. */
    public enum Reach {
        ALL,
        BELOW,
        EXACTLY
    }

    public Scope {
        actions = Set.copyOf(actions);
    }

    /**
     * Reads a scope.
     *
     * @throws IllegalArgumentException if it is malformed; the message says how
     */
    public static Scope parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw malformed(text, "it has no colon; write it as action:path");
        }
        Set<Action> actions = actions(text, text.substring(0, colon));
        String where = text.substring(colon + 1);
        if (where.isEmpty() || where.equals("*")) {
            return new Scope(actions, Reach.ALL, "");
        }
        return actions.iterator().next().noun() == Noun.QUEUE
                ? ofQueues(text, actions, where)
                : of(text, actions, where);
    }

    private static Scope of(String text, Set<Action> all, String where) {
        Set<Action> actions = EnumSet.copyOf(all);
        actions.removeIf(action -> action.noun() != Noun.STREAM);
        if (where.endsWith("/**")) {
            return new Scope(actions, Reach.BELOW, path(text, where.substring(0, where.length() - 3)) + "/");
        }
        if (where.endsWith("/")) {
            return new Scope(actions, Reach.BELOW, path(text, where.substring(0, where.length() - 1)) + "/");
        }
        return new Scope(actions, Reach.EXACTLY, path(text, where));
    }

    private static Scope ofQueues(String text, Set<Action> actions, String where) {
        return where.endsWith("*")
                ? new Scope(actions, Reach.BELOW, name(text, where.substring(0, where.length() - 1)))
                : new Scope(actions, Reach.EXACTLY, name(text, where));
    }

    private static Set<Action> actions(String text, String word) {
        if (word.equals("*")) {
            return EnumSet.allOf(Action.class);
        }
        for (Action action : Action.values()) {
            if (action.word().equals(word)) {
                return EnumSet.of(action);
            }
        }
        throw malformed(
                text,
                "its action is none of read, append, create, delete, admin, enqueue, receive, claim, browse, manage, *");
    }

    private static String path(String text, String path) {
        requirePlain(text, path, "a star may only stand alone or in a last segment /**");
        try {
            return StreamPath.of(path).value();
        } catch (IllegalArgumentException e) {
            throw malformed(text, String.valueOf(e.getMessage()));
        }
    }

    private static String name(String text, String name) {
        requirePlain(text, name, "a star may only stand alone or at the end");
        try {
            return QueueName.of(name).value();
        } catch (IllegalArgumentException e) {
            throw malformed(text, String.valueOf(e.getMessage()));
        }
    }

    private static void requirePlain(String text, String where, String aboutStars) {
        if (where.indexOf('*') >= 0) {
            throw malformed(text, aboutStars);
        }
        if (where.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c))) {
            throw malformed(text, "it has white space");
        }
    }

    private static IllegalArgumentException malformed(String text, String why) {
        return new IllegalArgumentException("malformed scope \"" + Printable.text(text, 80) + "\": " + why);
    }

    /** Writes it as {@link #parse} reads it. */
    @Override
    public String toString() {
        String action = actions.size() == 1 ? actions.iterator().next().word() : "*";
        return action + ":"
                + switch (reach) {
                    case ALL -> "*";
                    case BELOW -> path + (path.endsWith("/") ? "**" : "*");
                    case EXACTLY -> path;
                };
    }
}
