/**
 * Removes secrets from text before it enters memory, an index, notes, a log or a helper model.
 *
 * <p>{@link dev.throughline.memory.secret.Redaction#of} runs six finders:
 * {@link dev.throughline.memory.secret.VendorKeys} (published formats of keys),
 * {@link dev.throughline.memory.secret.PrivateKeys} (PEM blocks),
 * {@link dev.throughline.memory.secret.SecretPatterns} (web tokens, headers and addresses),
 * {@link dev.throughline.memory.secret.AssignedSecrets} ({@code token=…}),
 * {@link dev.throughline.memory.secret.PasswordsInProse} and {@link dev.throughline.memory.secret.UnlabelledKeys}.
 * {@link dev.throughline.memory.secret.SecretHeuristics} separates secrets from placeholders, checksums, names and
 * code.
 */
@NullMarked
package dev.throughline.memory.secret;

import org.jspecify.annotations.NullMarked;
