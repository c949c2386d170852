/**
 * The cost of prompts: prices relative to uncached input, and a ledger of the billed cost and the cost without edits.
 */
@NullMarked
package dev.throughline.workingset.price;

import org.jspecify.annotations.NullMarked;
