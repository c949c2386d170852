/**
 * The size of prompts: context windows, the part of them that a prompt may use, and the provider's token counts.
 */
@NullMarked
package dev.throughline.workingset.budget;

import org.jspecify.annotations.NullMarked;
