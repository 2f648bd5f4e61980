package dev.leat.storage;

/** Hears how far something is that may take long. */
public interface Progress {

    /** Ignores all reports. */
    Progress NONE = (step, done, total) -> {};

    /**
     * @param step what is being done, in a word
     * @param done how many bytes of that are done
     * @param total of how many; 0 if that is unknown
     */
    void at(String step, long done, long total);
}
