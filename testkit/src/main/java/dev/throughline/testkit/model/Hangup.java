package dev.throughline.testkit.model;

/** Thrown where an exchange cannot go on because its connection is over: the client left, or the script cut it. */
final class Hangup extends RuntimeException {
    Hangup(String message) {
        super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
}
