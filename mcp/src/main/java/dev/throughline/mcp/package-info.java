/**
 * Serves tools to agents over the Model Context Protocol, with two transports:
 *
 * <pre>
 *   stdio    an agent starts `throughline mcp` and uses its input and output
 *   HTTP     POST /mcp at the gateway; one message in, one answer out, without a session
 * </pre>
 *
 * <p>This module knows the protocol and nothing else: whoever builds a server brings the
 * {@link dev.throughline.mcp.McpTool}s. The protocol itself is the official SDK's.
 */
@NullMarked
package dev.throughline.mcp;

import org.jspecify.annotations.NullMarked;
