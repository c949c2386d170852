package dev.throughline.simulator.server;

/** Thrown where an exchange cannot go on because its connection is over: the client left, or the script cut it. */
final class ConnectionEndedException extends RuntimeException {
    ConnectionEndedException(String message) {
        super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
}
