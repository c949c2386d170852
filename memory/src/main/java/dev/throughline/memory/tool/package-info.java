/**
 * The tools by which agents use memory: {@link dev.throughline.memory.tool.MemoryTools} for pages and
 * {@link dev.throughline.memory.tool.SessionTools} for earlier sessions. The description of each tool for models is a
 * resource with its name.
 */
@NullMarked
package dev.throughline.memory.tool;

import org.jspecify.annotations.NullMarked;
