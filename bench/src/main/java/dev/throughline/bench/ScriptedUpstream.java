package dev.throughline.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * A model server that does as little as possible, so that mostly the gateway in front of it is measured: one thread,
 * one selector, no sessions. It reads a request, ignores its body, and sends the answer that the headers specify.
 *
 * <p>Runs as a process of its own and prints {@code port N} when it listens. It ends when its standard input ends, so
 * it never outlives the benchmark that started it.
 */
public final class ScriptedUpstream {
    private static final int READ_BYTES = 256 << 10;
    private static final int BACKLOG = 4096;

    private final Selector selector = Selector.open();
    private final ByteBuffer reading = ByteBuffer.allocateDirect(READ_BYTES);
    private final PriorityQueue<UpstreamConnection> due = new PriorityQueue<>();

    private ScriptedUpstream() throws IOException {}

    public static void main(String[] arguments) throws IOException {
        Thread.ofPlatform().daemon().start(ScriptedUpstream::endWithParent);
        ScriptedUpstream upstream = new ScriptedUpstream();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.configureBlocking(false);
        server.register(upstream.selector, SelectionKey.OP_ACCEPT);
        System.out.println("port " + ((InetSocketAddress) server.getLocalAddress()).getPort());
        upstream.serve();
    }

    private static void endWithParent() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            System.err.println("the standard input broke: " + gone);
        }
        Runtime.getRuntime().halt(0);
    }

    private void serve() throws IOException {
        while (true) {
            selector.select(this::ready, waitMillis());
            long now = System.nanoTime();
            while (!due.isEmpty() && due.peek().dueNanos() <= now) {
                UpstreamConnection next = due.remove();
                if (next.sendDueEvents(now)) {
                    due.add(next);
                }
            }
        }
    }

    /** At least one millisecond, because zero means no time-out to a selector. */
    private long waitMillis() {
        UpstreamConnection next = due.peek();
        return next == null ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(next.dueNanos() - System.nanoTime()));
    }

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept((ServerSocketChannel) key.channel());
            } else {
                serve(key, (UpstreamConnection) key.attachment());
            }
        } catch (IOException left) {
            key.cancel();
        }
    }

    private void accept(ServerSocketChannel server) throws IOException {
        SocketChannel channel = server.accept();
        if (channel == null) {
            return;
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        key.attach(new UpstreamConnection(channel, key));
    }

    private void serve(SelectionKey key, UpstreamConnection caller) throws IOException {
        if (key.isWritable()) {
            caller.writeRest();
        }
        if (!key.isReadable()) {
            return;
        }
        reading.clear();
        if (caller.channel().read(reading) < 0) {
            caller.left();
            caller.channel().close();
            return;
        }
        reading.flip();
        if (caller.take(reading)) {
            due.add(caller);
        }
    }
}
