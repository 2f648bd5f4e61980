package dev.leat.storage.archive;

/**
 * Location of consecutive messages of one stream in the archive, as the store keeps it.
 *
 * @param owner the stream
 * @param start the stream position of the first byte
 * @param length how many bytes of the wire
 * @param messages how many messages they are
 * @param segment the segment file
 * @param place the file offset of the first byte of the wire
 */
public record Run(long owner, long start, int length, int messages, int segment, long place) {

    /** The stream position after the last byte. */
    public long end() {
        return start + length;
    }

    @Override
    public String toString() {
        return "run " + start + " to " + end() + " of stream " + owner + " (messages: " + messages + ", segment "
                + segment + " at byte " + place + ")";
    }
}
