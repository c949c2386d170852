/**
 * What every store must do, as tests, and a store in memory that does it.
 *
 * <p>{@link dev.throughline.testkit.store.StoreContract} is the suite; an implementation extends it and says how it is
 * opened. {@link dev.throughline.testkit.store.MemoryStore} is the simplest store that passes: the model that others
 * are compared with, and a fast fake for tests of what stands before a store.
 */
@NullMarked
package dev.throughline.testkit.store;

import org.jspecify.annotations.NullMarked;
