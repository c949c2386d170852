/**
 * What a prompt costs: prices relative to plain input, and a ledger of what was billed against what would have been.
 */
@NullMarked
package dev.throughline.workingset.price;

import org.jspecify.annotations.NullMarked;
