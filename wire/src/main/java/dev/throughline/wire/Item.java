package dev.throughline.wire;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import java.util.Optional;

/**
 * One item of a history: a message text, a reasoning block, a tool call, a tool result.
 *
 * @param id the hash of its normalised content: the same item resent in another form (a cache marker moved, a string
 *     become a one-block list, an id lost a character) has the same id
 * @param role the role or type as the dialect calls it, for example {@code user}, {@code developer}, {@code reasoning}
 * @param raw the range of its exact bytes
 * @param tool the tool's name, for a call
 * @param call the call's id as sent, for a call and for a result
 */
public record Item(Hash id, ItemKind kind, String role, Span raw, Optional<String> tool, Optional<String> call) {}
