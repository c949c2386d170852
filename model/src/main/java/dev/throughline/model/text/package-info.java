/** Texts: cut between characters, count in tokens. */
@NullMarked
package dev.throughline.model.text;

import org.jspecify.annotations.NullMarked;
