/**
 * Starting an agent behind the gateway.
 *
 * <p>{@link dev.throughline.cli.run.Agents} decides, as a pure function, with which arguments and variables an agent
 * finds the gateway by its own documented means; it changes no file of the user's. {@link
 * dev.throughline.cli.run.AgentLaunch} is what it decided, and {@link dev.throughline.cli.run.AgentLauncher} does it,
 * on the user's own terminal.
 */
@NullMarked
package dev.throughline.cli.run;

import org.jspecify.annotations.NullMarked;
