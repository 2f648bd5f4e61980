package dev.leat.bench.run;

/** Something a server is asked to do, prepared and connected; to be measured as often as wanted. */
public interface Workload extends AutoCloseable {

    /** Does it for some time and waits for the last answers. */
    Window run(double seconds);

    @Override
    void close();
}
