package dev.throughline.simulator.answer;

/** A place in a reply at which something can go wrong. */
public sealed interface ReplyPosition {
    /** The request was read and nothing was answered yet. */
    record BeforeHeaders() implements ReplyPosition {}

    /** So many events were sent; 0 is right behind the headers. */
    record AfterEvents(int events) implements ReplyPosition {}

    /** So many bytes of the body were sent. */
    record AfterBytes(long bytes) implements ReplyPosition {}
}
