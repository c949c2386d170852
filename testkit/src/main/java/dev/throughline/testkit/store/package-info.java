/**
 * What every store must do, as tests.
 *
 * <p>{@link dev.throughline.testkit.store.StoreContract} is the suite; an implementation extends it and says how it is
 * opened. {@code MemoryStore}, among the tests of {@code engine}, is the simplest store that passes, and the model that
 * others are compared with.
 */
@NullMarked
package dev.throughline.testkit.store;

import org.jspecify.annotations.NullMarked;
