package dev.leat.engine.replica;

import java.util.regex.Pattern;

/** Name of a node of a cluster, which it keeps for good. */
public record NodeId(String name) implements Comparable<NodeId> {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** @throws IllegalArgumentException if the name is not 1 to 63 lower-case letters, digits and inner hyphens */
    public NodeId {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a node is called by 1 to 63 lower-case letters, digits and hyphens, not \"" + name + "\"");
        }
    }

    @Override
    public int compareTo(NodeId other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
