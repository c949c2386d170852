/**
 * Finds secrets in text and takes them out, before anything enters memory, an index, notes, a log or a helper model.
 *
 * <p>{@link dev.throughline.memory.secret.Redaction#of} is the way in. It asks four finders, each of which reads the
 * text once, whatever stands in it: {@link dev.throughline.memory.secret.VendorKeys} knows the published shapes of
 * keys, {@link dev.throughline.memory.secret.StructuredSecrets} PEM blocks and web tokens,
 * {@link dev.throughline.memory.secret.SecretHeaders} credentials in headers and addresses,
 * {@link dev.throughline.memory.secret.AssignedSecrets} values behind words such as password.
 * {@link dev.throughline.memory.secret.SecretHeuristics} tells a secret from what only looks like one: a placeholder, a checksum,
 * a name, a piece of code.
 */
@NullMarked
package dev.throughline.memory.secret;

import org.jspecify.annotations.NullMarked;
