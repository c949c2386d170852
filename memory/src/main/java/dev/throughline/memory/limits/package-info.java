/**
 * The limits of memory. They have a package of their own because every package of this module reads its part of them,
 * and packages do not use the root package.
 */
@NullMarked
package dev.throughline.memory.limits;

import org.jspecify.annotations.NullMarked;
