/** Tests of the package of the same name. */
@NullMarked
package dev.throughline.testkit.model.cache;

import org.jspecify.annotations.NullMarked;
