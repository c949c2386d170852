/**
 * What a provider refuses, in its own words.
 *
 * <p>{@link dev.throughline.testkit.model.shape.Rules} reads a request as the real provider does and throws an {@link
 * dev.throughline.testkit.model.shape.Objection} at the first thing that it would not take. The rules are a second
 * opinion: they were written from the providers' behaviour and know nothing of the gateway's own validators, so that a
 * mistake has to be made twice to go unseen. {@link dev.throughline.testkit.model.shape.Seal} signs the opaque values
 * that the server issues (encrypted reasoning, thinking signatures) and notices when one comes back changed.
 */
@NullMarked
package dev.throughline.testkit.model.shape;

import org.jspecify.annotations.NullMarked;
