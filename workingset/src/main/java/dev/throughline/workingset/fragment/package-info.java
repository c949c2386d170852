/**
 * The texts that Throughline writes into a prompt. Each has a limit, says what it is, and is the same for the same
 * chain.
 */
@NullMarked
package dev.throughline.workingset.fragment;

import org.jspecify.annotations.NullMarked;
