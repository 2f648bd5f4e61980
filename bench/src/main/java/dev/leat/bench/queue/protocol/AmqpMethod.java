package dev.leat.bench.queue.protocol;

/** The methods of AMQP 0-9-1 that are used here, by class and number. */
public final class AmqpMethod {
    static final int CONNECTION_START = method(10, 10);
    static final int CONNECTION_START_OK = method(10, 11);
    static final int CONNECTION_TUNE = method(10, 30);
    static final int CONNECTION_TUNE_OK = method(10, 31);
    static final int CONNECTION_OPEN = method(10, 40);
    static final int CONNECTION_OPEN_OK = method(10, 41);
    static final int CONNECTION_CLOSE = method(10, 50);
    static final int CHANNEL_OPEN = method(20, 10);
    static final int CHANNEL_OPEN_OK = method(20, 11);
    static final int CHANNEL_CLOSE = method(20, 40);
    public static final int QUEUE_DECLARE = method(50, 10);
    public static final int QUEUE_DECLARE_OK = method(50, 11);
    public static final int QUEUE_DELETE = method(50, 40);
    public static final int QUEUE_DELETE_OK = method(50, 41);
    public static final int BASIC_QOS = method(60, 10);
    public static final int BASIC_QOS_OK = method(60, 11);
    public static final int BASIC_CONSUME = method(60, 20);
    static final int BASIC_CONSUME_OK = method(60, 21);
    public static final int BASIC_CANCEL = method(60, 30);
    public static final int BASIC_CANCEL_OK = method(60, 31);
    static final int BASIC_PUBLISH = method(60, 40);
    static final int BASIC_DELIVER = method(60, 60);
    public static final int BASIC_ACK = method(60, 80);
    public static final int BASIC_NACK = method(60, 120);
    static final int CONFIRM_SELECT = method(85, 10);
    static final int CONFIRM_SELECT_OK = method(85, 11);

    private AmqpMethod() {}

    private static int method(int type, int number) {
        return type << 16 | number;
    }
}
