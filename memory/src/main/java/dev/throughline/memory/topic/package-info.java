/**
 * Topics: one memory a file, with a few lines of front matter that say what it is.
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
 * <p>{@link dev.throughline.memory.topic.Topics} applies operations to them and keeps the index in {@code MEMORY.md} in
 * step, one line a topic; what a person wrote there stays. {@link dev.throughline.memory.topic.TopicManifest} is the
 * list of topics that a model chooses from. {@link dev.throughline.memory.topic.FrontMatter} reads what people write
 * and keeps what it does not know.
 */
@NullMarked
package dev.throughline.memory.topic;

import org.jspecify.annotations.NullMarked;
