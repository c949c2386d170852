package dev.throughline.engine.archive;

import dev.throughline.model.Hash;

/**
 * A turn that was kept, before anything is done with it.
 *
 * @param card the session as it was found
 * @param leaf the last node of the request's history
 * @param tokens estimated tokens of the request
 * @param prefixTokens estimated tokens of the part that the request before it had too, and that a provider may have in
 *     its cache
 * @param receipt when it is safe
 */
public record Recorded(Turn turn, SessionCard card, Hash leaf, long tokens, long prefixTokens, Receipt receipt) {}
