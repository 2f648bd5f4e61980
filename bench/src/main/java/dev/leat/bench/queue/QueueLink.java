package dev.leat.bench.queue;

/** One connection to one queue. It runs one operation at a time and calls its user when that has ended. */
interface QueueLink {

    /** The listener of a connection. */
    interface User {
        /** Everything that was enqueued is durable. */
        void enqueued();

        /** That many messages were received; 0 if there were none for a while. */
        void received(int messages);

        /** What was received is settled. */
        void acked();

        /** No message comes until the next receive. */
        void rested();
    }

    void enqueue(int messages);

    /** Waits for messages, a while. */
    void receive(int most);

    /** Settles what was received last. */
    void ack();

    /** Does both in one step: the user is called with the received messages when the earlier ones are settled, too. */
    void ackAndReceive(int most);

    /** Gives back messages that were not asked for. A receive that waits may end with this, or with what it receives. */
    void rest();
}
