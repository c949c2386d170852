/**
 * The search index of one project, kept up to date with its pages: {@link dev.throughline.memory.index.PageIndex}.
 * {@link dev.throughline.memory.index.TopicSearch} selects the topics that fit what a person says.
 */
@NullMarked
package dev.throughline.memory.index;

import org.jspecify.annotations.NullMarked;
