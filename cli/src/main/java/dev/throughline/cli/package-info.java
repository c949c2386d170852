/**
 * The command line, one class for each command: {@code throughline sessions show} is {@link
 * dev.throughline.cli.SessionsShowCommand}.
 *
 * <p>{@link dev.throughline.cli.Commands} lists the commands. A {@link dev.throughline.cli.Command} declares its
 * options and does its work with a {@link dev.throughline.cli.CommandEnvironment}: the environment, the screen, the
 * clock. Commands are described to picocli in code and not by annotations: that starts faster, and no field is null
 * until picocli sets it.
 *
 * <p>All commands follow the same rules. Data goes to standard output and everything else to standard error; {@code
 * --json} prints data for programs; the exit code is 0 for success, 1 for failure and 2 if the command line
 * or the configuration is wrong; an error is a sentence and not a stack trace.
 */
@NullMarked
package dev.throughline.cli;

import org.jspecify.annotations.NullMarked;
