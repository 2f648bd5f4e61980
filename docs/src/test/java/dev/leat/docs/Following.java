package dev.leat.docs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Somebody who does what a page says, in a directory of their own, with a server of their own. */
final class Following implements AutoCloseable {

    /** Below the ports that a system gives to clients. */
    private static final AtomicInteger NEXT_PORT = new AtomicInteger(20_000);

    private static final int LAST_PORT = 30_000;

    /** What pages call the ports of their programs. They are others here, unless those are asked for: somebody may use them. */
    private static final List<String> PORTS = List.of("4437", "8080");

    /** What a page may name of the checkout that it is in. */
    private static final List<String> LINKS = List.of("bench", "examples", ".mvn");

    /** Where Java runs. */
    private static final String PROGRAM = "program";

    private static final boolean LITERALLY = Boolean.getBoolean("leat.docs.literally");

    private final Page page;
    private final Path directory;
    private final Map<String, String> ports = new HashMap<>();
    private Session shell;
    private Session java;

    Following(Page page, Path directory) throws IOException {
        this.page = page;
        this.directory = directory;
        for (String port : PORTS) {
            ports.put(port, LITERALLY ? port : Integer.toString(freePort()));
        }
    }

    void run() throws IOException {
        equip();
        String printed = null;
        for (Block block : page.blocks()) {
            if (block.isOutput()) {
                check(block, printed, block.text());
                continue;
            }
            printed = null;
            if (block.notes().containsKey("file")) {
                Path file = directory.resolve(block.notes().get("file"));
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.text());
            } else if (block.isCode() && block.excuse() == null) {
                printed = run(block);
            }
        }
    }

    /** What a reader has who stands in a checkout. */
    private void equip() throws IOException {
        Path leat = Files.writeString(directory.resolve("leat"), LITERALLY ? checkedOut() : packaged());
        Files.setPosixFilePermissions(leat, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : LINKS) {
            Files.createSymbolicLink(directory.resolve(name), Page.root().resolve(name));
        }
    }

    private static String checkedOut() {
        return """
                #!/usr/bin/env bash
                exec '%s' "$@"
                """.formatted(Page.root().resolve("leat"));
    }

    /** What has just been built, whether sources have changed since or not. */
    private String packaged() {
        return """
                #!/usr/bin/env bash
                [[ ${1:-} == serve ]] || export LEAT_SERVER=http://127.0.0.1:%s
                exec '%s/bin/java' -Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -jar '%s' "$@"
                """.formatted(
                ports.get("4437"), System.getProperty("java.home"), Page.root().resolve("cli/target/leat.jar"));
    }

    private String run(Block block) throws IOException {
        try {
            return block.isJava() ? java().evaluate(here(code(block))) : type(block);
        } catch (AssertionError e) {
            throw new AssertionError(page.at(block) + "\n" + block.text() + "\n" + e.getMessage(), e);
        }
    }

    private String type(Block block) throws IOException {
        if (block.isTranscript()) {
            return transcript(block);
        }
        String commands = here(block.text());
        if (block.notes().containsKey("goes on until")) {
            return there(shell().typeAndGoOn(commands, here(block.notes().get("goes on until"))));
        }
        return there(block.notes().containsKey("fails") ? shell().typeInVain(commands) : shell().type(commands));
    }

    /** Each command prints what stands between it and the next. */
    private String transcript(Block block) throws IOException {
        for (String step : block.text().split("(?m)^\\$ ")) {
            if (!step.isBlank()) {
                String[] lines = step.split("\n", 2);
                String commands = here(lines[0]);
                String printed =
                        block.notes().containsKey("fails") ? shell().typeInVain(commands) : shell().type(commands);
                check(block, there(printed), lines.length > 1 ? lines[1] : "");
            }
        }
        return null;
    }

    private static String code(Block block) {
        String code = block.text();
        if (block.notes().containsKey("within")) {
            code = code.replaceFirst("…", Matcher.quoteReplacement(block.notes().get("within")));
        }
        if (block.notes().containsKey("around")) {
            code = block.notes().get("around").replace("…", code);
        }
        return code.replace("…", "");
    }

    private void check(Block block, String printed, String shown) {
        if (printed != null && !pattern(shown).matcher(printed).matches()) {
            throw new AssertionError(page.at(block) + " shows\n" + shown + "\nbut it is\n" + printed);
        }
    }

    /** An ellipsis stands for anything; one that has a line of its own for any lines, also for none. */
    private static Pattern pattern(String shown) {
        String regex = Stream.of(shown.strip().split("(?m)^…\n", -1))
                .map(lines ->
                        Stream.of(lines.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")))
                .collect(Collectors.joining("(?:.*\n)?"));
        return Pattern.compile(regex, Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    }

    private Session shell() throws IOException {
        if (shell == null) {
            shell = Session.shell(directory, environment());
            if (page.needsServer()) {
                shell.typeAndGoOn("./leat serve", "ready");
            }
        }
        return shell;
    }

    private Session java() throws IOException {
        if (java == null) {
            if (page.needsServer()) {
                shell();
            }
            // a project of its own, whose data are not those of the server
            java = Session.java(Files.createDirectories(directory.resolve(PROGRAM)), environment());
        }
        return java;
    }

    private Map<String, String> environment() {
        return Map.of(
                "PATH", directory + ":" + System.getenv("PATH"),
                "HOME", directory.toString(),
                "EXAMPLE_HOME", directory.toString(),
                "LEAT_PORT", ports.get("4437"),
                "PAGE_PORT", ports.get("8080"));
    }

    private String here(String text) {
        String here = text;
        for (Map.Entry<String, String> port : ports.entrySet()) {
            here = here.replace("127.0.0.1:" + port.getKey(), "127.0.0.1:" + port.getValue());
        }
        return here;
    }

    private String there(String text) {
        String there = text;
        for (Map.Entry<String, String> port : ports.entrySet()) {
            there = there.replace("127.0.0.1:" + port.getValue(), "127.0.0.1:" + port.getKey());
        }
        return there;
    }

    /** Another one each time, because pages are followed at the same time. */
    private static int freePort() {
        for (int port = NEXT_PORT.getAndIncrement(); port < LAST_PORT; port = NEXT_PORT.getAndIncrement()) {
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // somebody has it
            }
        }
        throw new IllegalStateException("no free port");
    }

    @Override
    public void close() throws IOException {
        if (java != null) {
            java.close();
        }
        if (shell != null) {
            shell.close();
        }
        for (String name : LINKS) {
            Files.deleteIfExists(directory.resolve(name)); // nobody who cleans up shall go astray
        }
    }
}
