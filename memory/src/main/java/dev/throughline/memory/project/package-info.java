/**
 * Which memory belongs to whom, and the open memory of each project.
 *
 * <p>{@link dev.throughline.memory.project.Projects} maps folders to memories, and
 * {@link dev.throughline.memory.project.SessionProjects} finds the project of a session.
 * {@link dev.throughline.memory.project.ProjectMemory} is the memory of one project with the index over it;
 * {@link dev.throughline.memory.project.ProjectMemories} holds those that are open.
 */
@NullMarked
package dev.throughline.memory.project;

import org.jspecify.annotations.NullMarked;
