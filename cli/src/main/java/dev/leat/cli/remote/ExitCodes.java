package dev.leat.cli.remote;

/** The exit codes of commands that use a server. */
public final class ExitCodes {
    public static final int DONE = 0;
    public static final int REFUSED = 1;
    public static final int COULD_NOT = 2;
    public static final int NOTHING = 3;

    static final String DONE_LINE = "0:done";
    static final String REFUSED_LINE = "1:refused; standard error has the reason and the type of the problem";
    static final String COULD_NOT_LINE = "2:could not: no server, a file that cannot be read, a flag that cannot be";

    private ExitCodes() {}
}
