/**
 * Memory that outlives a session: a folder of Markdown pages that people and programs write, and the parts of it that
 * sessions are shown.
 *
 * <p>{@link dev.throughline.memory.MemoryService} is the entry point; the server creates one for each gateway. Below
 * it:
 *
 * <pre>
 *   session                              what happens during and after a turn
 *   inject, tool                         the blocks of memory in prompts, and the tools that agents call
 *   project, index                       which memory belongs to which project, and search over it
 *   writer, consolidate                  the memory writers
 *   conversation, rules                  how sessions are read, and what is found in them without a model
 *   topic, admission, secret, workspace  the pages, and the checks for everything that is written
 * </pre>
 *
 * <p>All writers use the helper model and have rules as the alternative without one. Memory is data: it is dated and
 * fenced, names its source, and is never executed as an instruction.
 */
@NullMarked
package dev.throughline.memory;

import org.jspecify.annotations.NullMarked;
