package dev.leat.storage.layout;

import dev.leat.storage.OutOfFilesException;
import dev.leat.storage.OutOfSpaceException;
import dev.leat.storage.StorageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;

/**
 * Classification of {@link IOException}s as exceptions of the storage. Java has no type for a full disk, nor for too many open files, so the reason's
 * text decides.
 */
public final class DiskFailure {

    private static final List<String> FULL =
            List.of("no space left", "quota exceeded", "not enough space", "disk full", "enospc");

    private static final List<String> OUT_OF_FILES = List.of("too many open files", "too many files open", "emfile");

    private static final String MORE_FILES = ". Let the process open more files (ulimit -n, LimitNOFILE)";

    private DiskFailure() {}

    /** The exception to throw when {@code doing} (such as "cannot write x") ended in {@code cause}. */
    public static StorageException of(String doing, IOException cause) {
        String message = doing + ": " + reason(cause);
        if (isFull(String.valueOf(cause.getMessage()))) {
            return new OutOfSpaceException(message + ". Free some space on that disk", cause);
        }
        return isOutOfFiles(String.valueOf(cause.getMessage()))
                ? outOfFiles(message, cause)
                : new StorageException(message, cause);
    }

    /** The exception for a process that has as many files open as it may, with the way out. */
    public static OutOfFilesException outOfFiles(String message, Throwable cause) {
        return new OutOfFilesException(message + MORE_FILES, cause);
    }

    /** Whether the words of an operating system mean that there is no space. */
    public static boolean isFull(String words) {
        return hasAny(words, FULL);
    }

    /** Whether the words of an operating system mean that as many files are open as may be. */
    public static boolean isOutOfFiles(String words) {
        return hasAny(words, OUT_OF_FILES);
    }

    private static boolean hasAny(String words, List<String> signs) {
        String lower = words.toLowerCase(Locale.ROOT);
        return signs.stream().anyMatch(lower::contains);
    }

    /** A failure in words: the JDK leaves the common ones without any, naming only the file. */
    static String reason(IOException cause) {
        return switch (cause) {
            case AccessDeniedException e -> "permission denied for " + e.getFile();
            case NoSuchFileException e -> e.getFile() + " does not exist";
            case FileAlreadyExistsException e -> e.getFile() + " is there already and is not a directory";
            case NotDirectoryException e -> e.getFile() + " is not a directory";
            case FileSystemException e
            when e.getReason() == null -> e.getClass().getSimpleName() + " at " + e.getFile();
            default -> String.valueOf(cause.getMessage());
        };
    }
}
