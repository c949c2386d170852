/**
 * Tools of ours for agents that speak the Model Context Protocol, over two doors that lead to the same tools:
 *
 * <pre>
 *   stdio    an agent starts `throughline mcp` and speaks over its input and output
 *   HTTP     POST /mcp at the gateway; one message in, one answer out, nothing to remember in between
 * </pre>
 *
 * <p>This room knows the protocol and nothing else: whoever builds it brings the {@link dev.throughline.mcp.Tool}s.
 * The protocol itself is the official SDK's.
 */
@NullMarked
package dev.throughline.mcp;

import org.jspecify.annotations.NullMarked;
