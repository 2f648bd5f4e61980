package dev.leat.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.execution.DirectExecutionControl;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;
import org.opentest4j.TestAbortedException;

/** Runs the Java of a page, a block at a time: in goes the name of a file, out comes what it prints and a line that ends it. */
final class JavaConsole {

    /** What an editor would import; of the rest, a page says it itself. */
    private static final List<String> IMPORTS = List.of(
            "java.nio.file.*",
            "java.time.*",
            "java.util.*",
            "java.util.concurrent.*",
            "dev.leat.*",
            "dev.leat.api.*",
            "dev.leat.api.stream.*",
            "dev.leat.api.queue.*",
            "dev.leat.api.subscription.*",
            "dev.leat.client.*");

    private final JShell shell = JShell.builder()
            .executionEngine(new OnThisThread(), Map.of())
            .compilerOptions("-parameters") // as Spring wants it
            .build();

    private JavaConsole() {
        for (String entry : System.getProperty("java.class.path").split(":")) {
            shell.addToClasspath(entry);
        }
        IMPORTS.forEach(name -> evaluate("import " + name + ";"));
    }

    public static void main(String[] args) throws IOException {
        JavaConsole console = new JavaConsole();
        BufferedReader files = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String file = files.readLine(); file != null; file = files.readLine()) {
            try {
                console.evaluate(Files.readString(Path.of(file)));
            } catch (IllegalArgumentException e) {
                System.err.println(e.getMessage());
                System.exit(1);
            }
            System.out.println("\n" + Session.END);
        }
        System.exit(0); // whatever still runs; databases end with it
    }

    /** Unlike the JDK's own engines it never waits for threads that a block has started: some of those go on. */
    private static final class OnThisThread implements ExecutionControlProvider {
        @Override
        public String name() {
            return "onThisThread";
        }

        @Override
        public ExecutionControl generate(ExecutionEnv env, Map<String, String> parameters) {
            return new DirectExecutionControl();
        }
    }

    private void evaluate(String code) {
        String rest = code;
        while (!rest.isBlank()) {
            SourceCodeAnalysis.CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            if (next.completeness() == SourceCodeAnalysis.Completeness.EMPTY) {
                return;
            }
            if (!next.completeness().isComplete()) {
                throw new IllegalArgumentException("this is not complete:\n" + rest);
            }
            shell.eval(next.source()).forEach(this::check);
            rest = next.remaining();
        }
        shell.snippets().filter(this::isIncomplete).findFirst().ifPresent(this::refuse);
    }

    /** Whether it still names what is nowhere; within a block, that may come later. */
    private boolean isIncomplete(Snippet snippet) {
        Snippet.Status status = shell.status(snippet);
        return status == Snippet.Status.RECOVERABLE_DEFINED || status == Snippet.Status.RECOVERABLE_NOT_DEFINED;
    }

    private void check(SnippetEvent event) {
        Snippet snippet = event.snippet();
        if (event.exception() instanceof EvalException thrown
                && thrown.getExceptionClassName().equals(TestAbortedException.class.getName())) {
            System.err.println(thrown.getMessage());
            System.exit(Session.SKIPPED);
        }
        if (event.exception() != null) {
            throw new IllegalArgumentException(trace(event) + "\nin\n" + snippet.source());
        }
        if (event.status() == Snippet.Status.REJECTED) {
            refuse(snippet);
        }
    }

    private void refuse(Snippet snippet) {
        String unresolved = snippet instanceof DeclarationSnippet declaration
                ? shell.unresolvedDependencies(declaration).collect(Collectors.joining(", "))
                : "";
        throw new IllegalArgumentException(
                shell.diagnostics(snippet)
                                .map(problem -> problem.getMessage(null))
                                .collect(Collectors.joining("\n")) + unresolved + "\nin\n" + snippet.source());
    }

    private static String trace(SnippetEvent event) {
        Throwable thrown = event.exception();
        String name = thrown instanceof EvalException original ? original.getExceptionClassName() : "";
        StringBuilder text = new StringBuilder(name).append(": ").append(thrown.getMessage());
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            text.append("\n").append(cause);
            for (StackTraceElement element : cause.getStackTrace()) {
                text.append("\n    at ").append(element);
            }
        }
        return text.toString();
    }
}
