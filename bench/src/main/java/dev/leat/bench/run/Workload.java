package dev.leat.bench.run;

/** A workload at one server, prepared and connected. It can run several times. */
public interface Workload extends AutoCloseable {

    /** Runs for some time and waits for the last answers. */
    Window run(double seconds);

    @Override
    void close();
}
