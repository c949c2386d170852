package dev.throughline.testkit.model.write;

/** A place in a reply at which something can go wrong. */
public sealed interface Where {
    /** The request was read and nothing was answered yet. */
    record BeforeHeaders() implements Where {}

    /** So many events were sent; 0 is right behind the headers. */
    record AfterEvents(int events) implements Where {}

    /** So many bytes of the body were sent. */
    record AfterBytes(long bytes) implements Where {}
}
