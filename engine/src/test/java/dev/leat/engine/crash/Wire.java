package dev.leat.engine.crash;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The child's way of telling its parent: one write a line, nothing held back, so that what was said survives the kill. */
final class Wire {
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    synchronized void say(String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something is wrong: the parent fails the test with this. */
    void wrong(String what) {
        say("X " + what.replace('\n', '|'));
    }
}
