package dev.leat.cache;

import static dev.leat.outbox.Intent.collection;
import static dev.leat.outbox.Intent.entity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Intent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The examples of docs/cache.md: that they run, and that the document has these lines. */
class CacheDocTest {

    private final Users db = new Users();

    /** Something to cache. */
    record User(long id, String name, String team) {}

    /** Something to load it from. */
    private static final class Users {
        private final Map<Long, User> rows = new HashMap<>(Map.of(42L, new User(42, "Ann", "red")));

        User read(long id) {
            return rows.get(id);
        }

        CompletableFuture<User> readAsync(long id) {
            return CompletableFuture.completedFuture(read(id));
        }
    }

    @Test
    void readingAndInvalidating() {
        // tag: get
        TaggedCache<Long, User> users =
                TaggedCache.<Long, User>builder(Duration.ofMinutes(10)).build();

        User ann = users.get(42L, List.of(entity("user", 42), collection("users")), id -> Loaded.of(db.read(id)));
        // end: get
        db.rows.put(42L, new User(42, "Anna", "blue"));
        // tag: invalidate
        users.apply(entity("user", 42)); // whatever was made from this user
        users.apply(collection("users")); // every list of users
        users.apply(Intent.tag("eu")); // whatever carries the tag
        users.invalidate(42L); // one key, the same as apply(Intent.key("42"))
        users.flush("imported"); // everything, and why
        // end: invalidate

        assertThat(ann.name()).isEqualTo("Ann");
        assertThat(users.get(42L, List.of(), id -> Loaded.of(db.read(id))).name())
                .isEqualTo("Anna");
    }

    @Test
    void whatALoaderCanSay() {
        TaggedCache<Long, User> users =
                TaggedCache.<Long, User>builder(Duration.ofMinutes(10)).build();
        // tag: loaded
        Optional<User> user = users.find(42L, List.of(entity("user", 42)), id -> {
            User found = db.read(id);
            if (found == null) {
                return Loaded.absent();
            }
            return Loaded.of(found)
                    .withTags(entity("team", found.team())) // known only now
                    .withTtl(Duration.ofMinutes(1)); // instead of ten
        });
        // end: loaded
        users.apply(entity("team", "red"));

        assertThat(user).isPresent();
        assertThat(users.peek(42L)).isEmpty();
        assertThat(users.find(43L, List.of(), id -> Loaded.ofNullable(db.read(id))))
                .isEmpty();
    }

    @Test
    void options() {
        // tag: options
        TaggedCache<Long, User> users = TaggedCache.<Long, User>builder(Duration.ofMinutes(10))
                .maximumWeight(1_000_000, (id, user) -> user.name().length())
                .negativeTtl(Duration.ofSeconds(30))
                .refreshAhead(Duration.ofMinutes(1))
                .staleOnError(Duration.ofHours(1))
                .keyText(id -> "user/" + id)
                .build();
        // end: options
        users.get(42L, List.of(), id -> Loaded.of(db.read(id)));
        users.apply(Intent.key("user/42"));

        assertThat(users.peek(42L)).isEmpty();
    }

    @Test
    void withoutWaitingAndByHand() {
        TaggedCache<Long, User> users =
                TaggedCache.<Long, User>builder(Duration.ofMinutes(10)).build();
        // tag: async
        CompletableFuture<User> later = users.getAsync(
                42L, List.of(entity("user", 42)), id -> db.readAsync(id).thenApply(Loaded::of));
        // end: async
        assertThat(later.join().name()).isEqualTo("Ann");
        users.flush("again");
        // tag: prepare
        Prepared<Long, User> place = users.prepare(42L, List.of(entity("user", 42))); // before reading
        User ann = db.read(42);
        place.store(Loaded.of(ann)); // false, and not stored, if something was invalidated in between
        // end: prepare

        assertThat(users.peek(42L)).isPresent();
    }

    @Test
    void metrics() {
        TaggedCache<Long, User> users =
                TaggedCache.<Long, User>builder(Duration.ofMinutes(10)).build();
        MeterRegistry registry = new SimpleMeterRegistry();
        // tag: metrics
        new CacheMetrics(users, "users").bindTo(registry);
        // end: metrics

        assertThat(registry.getMeters()).isNotEmpty();
    }

    @Test
    void theDocumentHasTheLinesOfTheExamplesAndTheNamesOfTheMetrics() throws IOException {
        Path module = Path.of("").toAbsolutePath();
        List<String> source = Files.readAllLines(module.resolve("src/test/java/dev/leat/cache/CacheDocTest.java"));
        String text = Files.readString(module.resolveSibling("docs").resolve("cache.md"));
        String document = unspaced(text);
        List<String> missing = new ArrayList<>();
        int examples = 0;
        for (int i = 0; i < source.size(); i++) {
            String line = source.get(i).strip();
            if (line.startsWith("// tag: ")) {
                examples++;
                String name = line.substring("// tag: ".length());
                if (!document.contains(unspaced(example(source.subList(i + 1, source.size()), name)))) {
                    missing.add(name);
                }
            }
        }

        assertThat(missing).isEmpty();
        assertThat(examples).isEqualTo(7);
        assertThat(text).contains(meters());
    }

    private static List<String> meters() {
        TaggedCache<Long, User> users =
                TaggedCache.<Long, User>builder(Duration.ofMinutes(10)).build();
        MeterRegistry registry = new SimpleMeterRegistry();
        users.flush("start");
        new CacheMetrics(users, "users").bindTo(registry);
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getName())
                .filter(name -> name.startsWith("leat."))
                .distinct()
                .map(name -> "`" + name + "`")
                .toList();
    }

    private static String example(List<String> source, String name) {
        return String.join(
                "\n",
                source.stream()
                        .takeWhile(line -> !line.strip().equals("// end: " + name))
                        .toList());
    }

    /** The formatter breaks lines where it likes. */
    private static String unspaced(String text) {
        return text.replaceAll("\\s", "");
    }
}
