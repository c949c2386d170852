/**
 * Topics: one memory per page, with front matter that describes it.
 *
 * <pre>
 *   ---
 *   name: review style
 *   description: how this person wants reviews written
 *   type: feedback
 *   ---
 *   Short sentences. No praise.
 * </pre>
 *
 * <p>{@link dev.throughline.memory.topic.Topics} applies operations and keeps the index in {@code MEMORY.md} up to
 * date, with one line per topic; everything else there stays. {@link dev.throughline.memory.topic.TopicManifest} is the
 * list of topics that a model selects from. {@link dev.throughline.memory.topic.FrontMatter} reads and writes front
 * matter and keeps lines that it does not know.
 */
@NullMarked
package dev.throughline.memory.topic;

import org.jspecify.annotations.NullMarked;
