package dev.leat.storage;

/** Hears how far something is that may take long. */
public interface Progress {

    /** Nobody listens. */
    Progress NONE = (step, done, total) -> {};

    /**
     * @param step what is being done, in a word
     * @param done how many bytes of that are done
     * @param total of how many; 0 if nobody knows
     */
    void at(String step, long done, long total);
}
