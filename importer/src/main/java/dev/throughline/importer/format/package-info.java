/**
 * Reads the lines of other programs' session files, one format per class: what a line says, where it belongs in the
 * history of its session, and which ranges of it are items. Nothing is stored here.
 */
@NullMarked
package dev.throughline.importer.format;

import org.jspecify.annotations.NullMarked;
