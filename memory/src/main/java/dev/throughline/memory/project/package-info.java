/**
 * The projects, the memory of each, and the sessions that belong to them.
 *
 * <p>{@link dev.throughline.memory.project.Projects} maps folders to projects, and
 * {@link dev.throughline.memory.project.SessionProjects} maps sessions to projects.
 * {@link dev.throughline.memory.project.WorkspaceMemory} is the memory in one folder,
 * {@link dev.throughline.memory.project.ProjectMemory} adds the search index of the project, and
 * {@link dev.throughline.memory.project.ProjectMemories} keeps them open while they are used.
 */
@NullMarked
package dev.throughline.memory.project;

import org.jspecify.annotations.NullMarked;
