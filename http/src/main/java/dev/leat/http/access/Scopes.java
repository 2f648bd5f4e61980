package dev.leat.http.access;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** All scopes of one caller, arranged by action. */
final class Scopes {
    private final Map<Action, NameRanges> granted = new EnumMap<>(Action.class);

    Scopes(Collection<Scope> scopes) {
        for (Action action : Action.values()) {
            granted.put(
                    action,
                    new NameRanges(scopes.stream()
                            .filter(scope -> scope.actions().contains(action))
                            .map(scope -> new NameRanges.Range(scope.reach(), scope.path()))
                            .toList()));
        }
    }

    NameRanges of(Action action) {
        return Objects.requireNonNull(granted.get(action));
    }

    boolean cover(Action action, String path) {
        return of(action).covers(path);
    }
}
