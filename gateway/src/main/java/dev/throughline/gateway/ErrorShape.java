package dev.throughline.gateway;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;

/** An error in the words and shape that a client of this dialect understands; the wires know how. */
public interface ErrorShape {
    Bytes error(Dialect dialect, int status, String code, String message);
}
