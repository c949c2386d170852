/**
 * The contract of a store, as tests.
 *
 * <p>{@link dev.throughline.testkit.store.StoreContract} is the test suite; the test of an implementation extends it
 * and opens the store. {@code MemoryStore}, among the tests of {@code engine}, is the simplest store that passes; other
 * stores are compared with it.
 */
@NullMarked
package dev.throughline.testkit.store;

import org.jspecify.annotations.NullMarked;
