package dev.throughline.clients;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Copies bytes in both directions between its clients and one server, and records them. It does not parse HTTP while it
 * copies, so it cannot change anything.
 *
 * <p>Two virtual threads per connection. Closing it ends all connections.
 */
final class Tee implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int BACKLOG = 256;

    private volatile int target;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Socket> open = new ArrayList<>();
    private final List<ByteArrayOutputStream> sent = new ArrayList<>();
    private final List<ByteArrayOutputStream> answered = new ArrayList<>();

    private Tee(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    /** A tee in front of a port on loopback. */
    static Tee to(int port) throws IOException {
        Tee tee = new Tee(port);
        var _ = tee.threads.submit(tee::accept);
        return tee;
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** Every complete request, by connection. */
    synchronized List<SentRequest> requests() {
        List<SentRequest> requests = new ArrayList<>();
        for (ByteArrayOutputStream connection : sent) {
            requests.addAll(SentRequest.all(connection.toByteArray()));
        }
        return requests;
    }

    /** All replies, heads and bodies, as text. */
    synchronized String replies() {
        StringBuilder all = new StringBuilder();
        answered.forEach(connection -> all.append(connection.toString(StandardCharsets.UTF_8)));
        return all.toString();
    }

    /** Sends later connections to another port. */
    void redirectTo(int port) {
        target = port;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                connect(client);
            } catch (IOException closed) {
                System.getLogger("tee").log(System.Logger.Level.DEBUG, "no more connections", closed);
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException refused) {
            client.close();
            throw refused;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        ByteArrayOutputStream toServer = new ByteArrayOutputStream();
        ByteArrayOutputStream toClient = new ByteArrayOutputStream();
        synchronized (this) {
            open.add(client);
            open.add(server);
            sent.add(toServer);
            answered.add(toClient);
        }
        var _ = threads.submit(() -> pump(client, server, toServer));
        var _ = threads.submit(() -> pump(server, client, toClient));
    }

    /** Copies until one side ends its output, and passes the end on. A reset is passed on as a reset. */
    private static void pump(Socket from, Socket to, OutputStream copy) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int length = in.read(buffer);
            while (length >= 0) {
                copy.write(buffer, 0, length);
                out.write(buffer, 0, length);
                length = in.read(buffer);
            }
            to.shutdownOutput();
        } catch (IOException broken) {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            System.getLogger("tee").log(System.Logger.Level.DEBUG, "a socket did not close", e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        synchronized (this) {
            open.forEach(Tee::close);
        }
        threads.shutdown();
    }
}
