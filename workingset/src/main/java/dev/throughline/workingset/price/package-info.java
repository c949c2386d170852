/**
 * What a prompt costs: prices relative to uncached input, and a ledger of what was billed and what would have been.
 */
@NullMarked
package dev.throughline.workingset.price;

import org.jspecify.annotations.NullMarked;
