/**
 * The tools by which agents use memory: {@link dev.throughline.memory.tool.MemoryTools} for pages and
 * {@link dev.throughline.memory.tool.SessionTools} for earlier sessions. What a model is told about each tool stands in
 * a resource of its name.
 */
@NullMarked
package dev.throughline.memory.tool;

import org.jspecify.annotations.NullMarked;
