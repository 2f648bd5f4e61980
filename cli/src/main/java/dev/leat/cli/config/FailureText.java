package dev.leat.cli.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The text of an I/O failure without the name of the file. */
public final class FailureText {

    private FailureText() {}

    public static String of(IOException failure) {
        return switch (failure) {
            case NoSuchFileException e -> "there is no such file";
            case AccessDeniedException e -> "permission denied";
            case CharacterCodingException e -> "it is not UTF-8";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            case FileSystemException e -> e.getClass().getSimpleName();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
