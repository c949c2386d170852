/**
 * What the server says, and how each dialect writes it down.
 *
 * <p>An {@link dev.throughline.testkit.model.write.Answer} says what the model answers, in parts that know no dialect,
 * and how it is {@linkplain dev.throughline.testkit.model.write.Delivery delivered}: whole, slowly, or cut in the
 * middle. A {@link dev.throughline.testkit.model.write.Writer} turns it into the full sequence of events of one
 * provider, or into one document, with the ids and the bill of its {@link dev.throughline.testkit.model.write.Terms}.
 */
@NullMarked
package dev.throughline.testkit.model.write;

import org.jspecify.annotations.NullMarked;
