package dev.leat.api;

import java.time.Duration;

/** Why a command or query was not carried out. Nothing was changed. */
public sealed interface Rejection {

    /** One sentence for the person who will read it. */
    String reason();

    record StreamNotFound(StreamPath path) implements Rejection {
        @Override
        public String reason() {
            return "there is no stream at " + path;
        }
    }

    /** The stream was deleted and only forks still use its bytes. */
    record StreamGone(StreamPath path) implements Rejection {
        @Override
        public String reason() {
            return "the stream at " + path + " was deleted; forks of it still exist";
        }
    }

    record StreamExists(StreamPath path, String difference) implements Rejection {
        @Override
        public String reason() {
            return "a stream at " + path + " exists and differs: " + difference;
        }
    }

    record StreamClosed(StreamPath path, Offset tail) implements Rejection {
        @Override
        public String reason() {
            return "the stream at " + path + " is closed";
        }
    }

    record ContentTypeMismatch(ContentType expected, ContentType found) implements Rejection {
        @Override
        public String reason() {
            return "the stream holds " + expected + ", not " + found;
        }
    }

    record NothingToAppend() implements Rejection {
        @Override
        public String reason() {
            return "an append needs at least one message, and no message is empty";
        }
    }

    record MalformedOffset(String text) implements Rejection {
        @Override
        public String reason() {
            return "not an offset: '" + (text.length() > 80 ? text.substring(0, 80) + "…" : text)
                    + "'; use one that a read or append answered, -1 or now";
        }
    }

    record MalformedJson(String what) implements Rejection {
        @Override
        public String reason() {
            return "not valid JSON: " + what;
        }
    }

    record PayloadTooLarge(long bytes, long limit) implements Rejection {
        @Override
        public String reason() {
            return "an append holds at most " + limit + " bytes, this one has " + bytes;
        }
    }

    record SeqRegression(String last, String given) implements Rejection {
        @Override
        public String reason() {
            return "the stream's last seq is '" + last + "', '" + given + "' is not after it";
        }
    }

    record EpochStale(long current) implements Rejection {
        @Override
        public String reason() {
            return "the producer is fenced off: its epoch is " + current + " by now";
        }
    }

    record EpochUnstarted(long epoch, long seq) implements Rejection {
        @Override
        public String reason() {
            return "epoch " + epoch + " is new and starts with seq 0, not " + seq;
        }
    }

    record ProducerGap(long expected, long received) implements Rejection {
        @Override
        public String reason() {
            return "the producer's next seq is " + expected + ", not " + received;
        }
    }

    record ForkSourceNotFound(StreamPath source) implements Rejection {
        @Override
        public String reason() {
            return "there is no stream to fork at " + source;
        }
    }

    record ForkSourceGone(StreamPath source) implements Rejection {
        @Override
        public String reason() {
            return "the stream to fork at " + source + " was deleted";
        }
    }

    record ForkOutOfRange(String what) implements Rejection {
        @Override
        public String reason() {
            return "cannot fork there: " + what;
        }
    }

    record SubscriptionNotFound(SubscriptionId id) implements Rejection {
        @Override
        public String reason() {
            return "there is no subscription " + id;
        }
    }

    record SubscriptionExists(SubscriptionId id) implements Rejection {
        @Override
        public String reason() {
            return "a subscription " + id + " exists and is configured differently; delete it first to change it";
        }
    }

    /** Someone else has the wake by now, or nobody. */
    record WakeFenced(long generation) implements Rejection {
        @Override
        public String reason() {
            return "the wake is over: its lease ended or it was finished; the generation is " + generation + " by now";
        }
    }

    record WakeClaimed(String holder, long generation) implements Rejection {
        @Override
        public String reason() {
            return "the wake of generation " + generation + " belongs to '" + holder + "' until its lease ends";
        }
    }

    record NothingPending(SubscriptionId id) implements Rejection {
        @Override
        public String reason() {
            return "the subscription " + id + " has nothing pending";
        }
    }

    record AckOutOfRange(StreamPath stream, String what) implements Rejection {
        @Override
        public String reason() {
            return "cannot ack " + stream + " there: " + what;
        }
    }

    record StreamFull(StreamPath path, long limit) implements Rejection {
        @Override
        public String reason() {
            return "the stream at " + path + " would exceed its limit of " + limit + " bytes";
        }
    }

    record StorageFull(long limit) implements Rejection {
        @Override
        public String reason() {
            return "all streams together would exceed the limit of " + limit + " bytes";
        }
    }

    record DiskFull() implements Rejection {
        @Override
        public String reason() {
            return "the disk is nearly full; reads go on, appends wait until there is space";
        }
    }

    record Overloaded(Duration retryAfter) implements Rejection {
        @Override
        public String reason() {
            return "more is waiting than may wait; try again in a moment";
        }
    }

    /**
     * The engine is closing, or has stopped because its disk failed. What was on its way to a disk that failed is given up; only if
     * the process is killed before it could be, it may turn up after all: repeat with a {@link ProducerStamp} to be sure.
     */
    record Unavailable(String cause, Duration retryAfter) implements Rejection {
        @Override
        public String reason() {
            return "not available: " + cause;
        }
    }

    /** Bytes on disk could not be read, or are not what was written. */
    record StorageFailed(String cause) implements Rejection {
        @Override
        public String reason() {
            return cause;
        }
    }
}
