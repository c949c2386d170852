package dev.throughline.engine.archive;

import java.util.concurrent.CompletableFuture;

/**
 * What an append promises, and when. The store completes {@code written} on its own thread, so whatever hangs on it is
 * quick and does not ask the store for anything.
 *
 * @param lastSequence the sequence of the last entry appended
 * @param written done when the entries outlive this process: a {@code kill -9} after it loses none of them
 * @param durable done when the entries outlive the machine: they were flushed to the disk
 */
public record Receipt(long lastSequence, CompletableFuture<Void> written, CompletableFuture<Void> durable) {}
