/**
 * The commands, one class each.
 *
 * <p>{@link dev.throughline.app.command.Commands} is the list. A {@link dev.throughline.app.command.Command} says how
 * it is called and does its work with what is at hand on the {@link dev.throughline.app.command.Desk}: the environment,
 * the screen, the clock. They are described to picocli in code rather than by annotations; that starts faster, and
 * leaves no field that is null until somebody fills it.
 *
 * <p>All of them keep the same manners. Data goes to standard output and everything else to standard error; {@code
 * --json} prints data for programs; the exit code is 0 when it worked, 1 when it failed and 2 when the command line or
 * the configuration is wrong; an error is a sentence and never a stack trace.
 */
@NullMarked
package dev.throughline.app.command;

import org.jspecify.annotations.NullMarked;
