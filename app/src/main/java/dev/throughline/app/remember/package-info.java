/**
 * Memory that outlives sessions, as people and agents use it: {@code throughline memory}, {@code throughline search},
 * and the tools of {@code throughline mcp}. {@link dev.throughline.app.remember.MemoryRoom} joins the folder of
 * Markdown, which is the truth, with the index that finds things in it, which can be made anew at any time.
 */
@NullMarked
package dev.throughline.app.remember;

import org.jspecify.annotations.NullMarked;
