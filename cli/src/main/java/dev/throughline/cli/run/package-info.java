/**
 * Starting an agent behind the gateway.
 *
 * <p>{@link dev.throughline.cli.run.Agents} decides with which arguments, variables and files an agent is started, by
 * the documented means of the agent; it changes no file of the user. {@link dev.throughline.cli.run.AgentLauncher}
 * starts the agent on the user's terminal. {@link dev.throughline.cli.run.GatewayProcesses} finds, starts and stops the
 * gateway, and {@link dev.throughline.cli.run.GatewayRestarter} restarts it while the agent runs.
 */
@NullMarked
package dev.throughline.cli.run;

import org.jspecify.annotations.NullMarked;
