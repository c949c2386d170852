/**
 * What a provider refuses, with its own error.
 *
 * <p>{@link dev.throughline.simulator.validation.RequestValidator} reads a request as the real provider does and
 * returns a {@link dev.throughline.simulator.validation.RequestRefusedException} for everything that it would refuse.
 * It is independent of the product: it was written from the providers' behaviour and does not use
 * {@code dev.throughline.wire}, so a mistake has to be made twice to go unseen. {@link
 * dev.throughline.simulator.validation.ValueSigner} signs the opaque values that the server issues (encrypted
 * reasoning, thinking signatures) and notices when one comes back changed.
 */
@NullMarked
package dev.throughline.simulator.validation;

import org.jspecify.annotations.NullMarked;
