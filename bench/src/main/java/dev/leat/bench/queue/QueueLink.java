package dev.leat.bench.queue;

/** One connection to one queue. One thing is asked of it at a time; its user is told when that is done. */
interface QueueLink {

    /** Whose connection it is. */
    interface User {
        /** Everything that was enqueued is durable. */
        void enqueued();

        /** So many messages came; 0 if there were none for a while. */
        void received(int messages);

        /** What was received is settled. */
        void acked();

        /** Nothing comes any more until it is asked again. */
        void rested();
    }

    void enqueue(int messages);

    /** Waits for messages, a while. */
    void receive(int most);

    /** Settles what was received last. */
    void ack();

    /** Both in one step: its user is told of what was received when the rest is settled, too. */
    void ackAndReceive(int most);

    /** Gives back messages that were not asked for. A receive that waits may end with this, or with what it receives. */
    void rest();
}
