/**
 * Imports the sessions that other programs wrote to files. {@link dev.throughline.importer.SessionImporter} reads files
 * line by line; {@code format} says what a line means, and {@code session} adds it to the archive.
 */
@NullMarked
package dev.throughline.importer;

import org.jspecify.annotations.NullMarked;
