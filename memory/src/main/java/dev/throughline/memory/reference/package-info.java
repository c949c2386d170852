/**
 * References to other sessions: {@code @@name} in a message of a person.
 *
 * <p>{@link dev.throughline.memory.reference.ReferenceParser} finds the references in the person's own words, which
 * {@link dev.throughline.memory.reference.OwnWords} separates from code, quotations and pastes.
 */
@NullMarked
package dev.throughline.memory.reference;

import org.jspecify.annotations.NullMarked;
