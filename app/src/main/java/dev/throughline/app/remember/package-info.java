/**
 * Memory that outlives sessions, as people and agents use it: {@code throughline memory}, {@code throughline search},
 * and the tools of {@code throughline mcp}. {@link dev.throughline.app.remember.MemoryTools} and
 * {@link dev.throughline.app.remember.SessionTools} are what agents call; what a model is told about each stands beside
 * them in a file of its name.
 */
@NullMarked
package dev.throughline.app.remember;

import org.jspecify.annotations.NullMarked;
