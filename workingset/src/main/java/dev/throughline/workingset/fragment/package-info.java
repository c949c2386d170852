/**
 * What we write into a prompt: each fragment is bounded, says what it is, and is the same for the same chain.
 */
@NullMarked
package dev.throughline.workingset.fragment;

import org.jspecify.annotations.NullMarked;
