/**
 * Memories and where they stand. {@link dev.throughline.app.room.Projects} says which folder has which memory,
 * {@link dev.throughline.app.room.MemoryRoom} is one of them with the index over it, and
 * {@link dev.throughline.app.room.MemoryRooms} are all that a process has open.
 */
@NullMarked
package dev.throughline.app.room;

import org.jspecify.annotations.NullMarked;
