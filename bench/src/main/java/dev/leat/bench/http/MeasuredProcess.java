package dev.leat.bench.http;

import dev.leat.bench.run.BenchException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Figures of Linux about the process behind a port. */
record MeasuredProcess(long pid) {
    private static final Path PROC = Path.of("/proc");
    private static final String LISTENING = "0A";
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d+)");

    /** The process that listens at a port of this machine. */
    static OptionalLong listeningAt(InetAddress address, int port) throws IOException {
        if (!address.isLoopbackAddress() && !address.isAnyLocalAddress()) {
            return OptionalLong.empty();
        }
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            Path file = PROC.resolve("net").resolve(table);
            if (Files.isReadable(file)) {
                Files.readAllLines(file).forEach(line -> addListener(line.trim().split("\\s+"), port, sockets));
            }
        }
        return sockets.isEmpty() ? OptionalLong.empty() : ownerOf(sockets);
    }

    private static void addListener(String[] fields, int port, Set<String> sockets) {
        if (fields.length > 9 && fields[3].equals(LISTENING) && fields[1].endsWith(String.format(":%04X", port))) {
            sockets.add("socket:[" + fields[9] + "]");
        }
    }

    private static OptionalLong ownerOf(Set<String> sockets) throws IOException {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (holdsAnyOf(sockets, process.resolve("fd"))) {
                    return OptionalLong.of(Long.parseLong(process.getFileName().toString()));
                }
            }
        }
        return OptionalLong.empty();
    }

    private static boolean holdsAnyOf(Set<String> sockets, Path descriptors) {
        try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
            for (Path link : links) {
                if (sockets.contains(target(link))) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false; // of another user, or it has ended
        }
        return false;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    /** The memory it has, in bytes. */
    long residentBytes() {
        return 1024 * number("status", RESIDENT);
    }

    /** How many files it may have open. */
    long mostOpenFiles() {
        return number("limits", OPEN_FILES);
    }

    private long number(String file, Pattern pattern) {
        try {
            Matcher matcher = pattern.matcher(
                    Files.readString(PROC.resolve(String.valueOf(pid)).resolve(file)));
            if (matcher.find()) {
                return Long.parseLong(matcher.group(1));
            }
        } catch (IOException e) {
            throw new BenchException("process " + pid + " cannot be looked at: " + e.getMessage(), e);
        }
        throw new BenchException("process " + pid + " does not tell its " + file);
    }
}
