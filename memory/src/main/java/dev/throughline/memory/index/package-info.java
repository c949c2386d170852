/**
 * The search index of one project, kept up to date with its pages: {@link dev.throughline.memory.index.PageIndex}.
 */
@NullMarked
package dev.throughline.memory.index;

import org.jspecify.annotations.NullMarked;
