/** Writing to a terminal: standard output and error, colours, tables. */
@NullMarked
package dev.throughline.cli.terminal;

import org.jspecify.annotations.NullMarked;
