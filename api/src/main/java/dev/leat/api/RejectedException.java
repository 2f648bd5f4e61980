package dev.leat.api;

/**
 * A refused call, as an exception. {@link #rejection} says why in a form that code can read. The subclasses are the cases that
 * callers handle; every other rejection is a plain {@code RejectedException}.
 *
 * <p>Nothing was changed by the call, unless it is an {@link OutcomeUnknownException}. The embedded engine and the client of a server
 * throw the same exceptions. Calls that wait throw them with a stack trace that begins in the calling thread; stages fail with exceptions
 * that have none.
 */
public sealed class RejectedException extends RuntimeException
        permits NotFoundException,
                AlreadyExistsException,
                LeaseLostException,
                OutcomeUnknownException,
                UnavailableException {
    private static final long serialVersionUID = 1L;

    private final transient Rejection rejection;

    RejectedException(Rejection rejection, boolean traced) {
        super(rejection.reason(), null, traced, traced);
        this.rejection = rejection;
    }

    /** Returns the exception of a rejection, with the stack trace of the calling thread: to be thrown by a call that waits. */
    public static RejectedException of(Rejection rejection) {
        return of(rejection, true);
    }

    /** Returns the exception of a rejection, without a stack trace: for stages, and for exceptions that are caught close by. */
    public static RejectedException withoutTrace(Rejection rejection) {
        return of(rejection, false);
    }

    /** The one place where a rejection becomes an exception. */
    private static RejectedException of(Rejection rejection, boolean traced) {
        if (isNotFound(rejection)) {
            return new NotFoundException(rejection, traced);
        } else if (isAlreadyThere(rejection)) {
            return new AlreadyExistsException(rejection, traced);
        } else if (rejection instanceof Rejection.LeaseLost || rejection instanceof Rejection.WakeFenced) {
            return new LeaseLostException(rejection, traced);
        } else if (rejection instanceof Rejection.OutcomeUnknown) {
            return new OutcomeUnknownException(rejection, traced);
        } else if (UnavailableException.retryAfter(rejection) != null) {
            return new UnavailableException(rejection, traced);
        }
        return new RejectedException(rejection, traced);
    }

    private static boolean isNotFound(Rejection rejection) {
        return rejection instanceof Rejection.StreamNotFound
                || rejection instanceof Rejection.StreamGone
                || rejection instanceof Rejection.ForkSourceNotFound
                || rejection instanceof Rejection.ForkSourceGone
                || rejection instanceof Rejection.SubscriptionNotFound
                || rejection instanceof Rejection.QueueNotFound
                || rejection instanceof Rejection.GroupNotFound
                || rejection instanceof Rejection.MessageNotFound
                || rejection instanceof Rejection.TaskNotFound;
    }

    private static boolean isAlreadyThere(Rejection rejection) {
        return rejection instanceof Rejection.StreamExists
                || rejection instanceof Rejection.SubscriptionExists
                || rejection instanceof Rejection.QueueExists
                || rejection instanceof Rejection.GroupExists;
    }

    /** Returns why the call was refused. */
    public Rejection rejection() {
        return rejection;
    }
}
