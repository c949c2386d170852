/**
 * HTTP/1.1 to the providers, and the transfer of a reply back to the client.
 *
 * <p>{@link dev.throughline.gateway.upstream.NettyUpstream} takes a request from a virtual thread, which waits there
 * for the head of the reply. {@link dev.throughline.gateway.upstream.ProviderTable} selects the provider,
 * {@link dev.throughline.gateway.upstream.ForwardedHeaders} which headers go with it, and
 * {@link dev.throughline.gateway.upstream.ConnectionPool} gives it a connection on the client's own event loop.
 *
 * <p>Because both connections share a loop, {@link dev.throughline.gateway.upstream.ReplyTransfer} can write what it
 * reads without a lock and without waking anyone: one event of a stream costs one read and one write. The virtual
 * thread follows a little behind, through {@link dev.throughline.gateway.upstream.ReplyCopy}, and gives its orders
 * through {@link dev.throughline.gateway.upstream.UpstreamCall}.
 *
 * <p>What the client sees is decided by the {@link dev.throughline.gateway.upstream.ReplyWriter}: the reply as it came,
 * or transformed by the engine. The second kind writes nothing before it must, and can leave the client's reply open
 * for the next call, so that several calls make one reply.
 *
 * <p>Nothing is retried here: the engine may send a turn again, and agents do so by themselves. Further retries
 * would multiply.
 */
@NullMarked
package dev.throughline.gateway.upstream;

import org.jspecify.annotations.NullMarked;
