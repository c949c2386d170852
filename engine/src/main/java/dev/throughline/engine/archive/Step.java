package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Hash;

/**
 * One element of the path that a request took through its session.
 *
 * @param fingerprint of its raw bytes in this request; the same in this process as long as the bytes are
 * @param node the node of its last item
 * @param items how many items it has
 * @param hasWords whether anybody but the system said something in it
 */
public record Step(HashValue128 fingerprint, Hash node, int items, boolean hasWords) {}
