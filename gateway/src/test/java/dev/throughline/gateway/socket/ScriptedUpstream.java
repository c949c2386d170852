package dev.throughline.gateway.socket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider that does what a script says, once per connection. */
public final class ScriptedUpstream implements AutoCloseable {
    /** What happens on one connection. */
    public interface Script {
        void run(RawSocket wire) throws Exception;
    }

    private final ServerSocket listening;
    private final Script script;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<Exception> failures = new CopyOnWriteArrayList<>();

    public ScriptedUpstream(ServerSocket listening, Script script) {
        this.listening = listening;
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    public static ScriptedUpstream running(Script script) throws IOException {
        return new ScriptedUpstream(new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()), script);
    }

    /** Answers every request on every connection with the same reply. */
    public static ScriptedUpstream answering(String reply) throws IOException {
        return running(wire -> {
            while (true) {
                wire.read();
                wire.send(reply);
            }
        });
    }

    /** Answers by the text of the request, on every connection. */
    public static ScriptedUpstream answering(Map<String, byte[]> replies) throws IOException {
        return running(wire -> {
            while (true) {
                wire.send(Objects.requireNonNull(replies.get(wire.read().text())));
            }
        });
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                failures.add(e);
            }
        }
    }

    private void serve(Socket socket) {
        try (RawSocket wire = new RawSocket(socket)) {
            script.run(wire);
        } catch (Exception e) {
            failures.add(e);
        }
    }

    public int connections() {
        return connections.get();
    }

    /** The exceptions of the scripts, including connections that ended while a script read from them. */
    public List<Exception> failures() {
        return failures;
    }

    public String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    public int port() {
        return listening.getLocalPort();
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
