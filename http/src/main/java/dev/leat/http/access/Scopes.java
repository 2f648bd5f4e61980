package dev.leat.http.access;

import dev.leat.http.access.Scope.Reach;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All scopes of one caller, arranged so that a question costs no allocation. */
final class Scopes {
    private final Map<Action, Granted> granted = new EnumMap<>(Action.class);

    /** Where one action is granted. */
    private record Granted(boolean everywhere, Set<String> exactly, String[] below) {

        boolean covers(String path) {
            if (everywhere || exactly.contains(path)) {
                return true;
            }
            for (String prefix : below) {
                if (path.length() > prefix.length() && path.startsWith(prefix)) {
                    return true;
                }
            }
            return false;
        }
    }

    Scopes(Collection<Scope> scopes) {
        for (Action action : Action.values()) {
            granted.put(
                    action,
                    new Granted(
                            paths(scopes, action, Reach.ALL).findAny().isPresent(),
                            paths(scopes, action, Reach.EXACTLY).collect(Collectors.toUnmodifiableSet()),
                            paths(scopes, action, Reach.BELOW).distinct().toArray(String[]::new)));
        }
    }

    private static Stream<String> paths(Collection<Scope> scopes, Action action, Reach reach) {
        return scopes.stream()
                .filter(scope -> scope.reach() == reach && scope.actions().contains(action))
                .map(Scope::path);
    }

    boolean cover(Action action, String path) {
        return Objects.requireNonNull(granted.get(action)).covers(path);
    }
}
