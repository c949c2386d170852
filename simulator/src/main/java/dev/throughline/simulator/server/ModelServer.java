package dev.throughline.simulator.server;

import dev.throughline.simulator.prompt.PromptCache;
import dev.throughline.simulator.validation.ValueSigner;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A strict fake of the OpenAI and Anthropic APIs on loopback.
 *
 * <pre>
 *   try (ModelServer model = ModelServer.start(ModelOptions.of(Script.inOrder(Answer.text("hello"))))) {
 *       // point a client at model.url() + "/v1" (OpenAI) or model.url() (Anthropic)
 *       model.awaitReceived(1);
 *   }
 * </pre>
 *
 * Closing it ends all connections and waits for its threads.
 */
public final class ModelServer implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int BACKLOG = 4_096;
    private static final int MOST_HEADER_BYTES = 256 * 1_024;
    private static final int MOST_BODY_BYTES = 256 * 1_024 * 1_024;
    private static final int STOP_SECONDS = 5;

    private final RequestLog arrivals;
    private final ExchangeThreads crew = new ExchangeThreads();
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(THREADS, NioIoHandler.newFactory());
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Channel listener;

    private ModelServer(ModelOptions options) {
        arrivals = new RequestLog(options.clock());
        ModelExchange.Shared shared = new ModelExchange.Shared(
                options,
                new ValueSigner(options.secret()),
                new PromptCache(options.cacheKeeps().toMillis() / ModelExchange.MILLIS));
        listener = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                        connections.add(connection);
                        connection
                                .pipeline()
                                .addLast(codec(), aggregator(), new ConnectionHandler(shared, arrivals, crew));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port()))
                .syncUninterruptibly()
                .channel();
    }

    /** Starts a server, which listens when this returns. */
    public static ModelServer start(ModelOptions options) {
        return new ModelServer(options);
    }

    private static HttpServerCodec codec() {
        return new HttpServerCodec(new HttpDecoderConfig()
                .setMaxInitialLineLength(MOST_HEADER_BYTES)
                .setMaxHeaderSize(MOST_HEADER_BYTES));
    }

    private static HttpObjectAggregator aggregator() {
        return new HttpObjectAggregator(MOST_BODY_BYTES);
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** Where it listens, without a path and without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /** Every request so far, in the order of arrival. */
    public List<ReceivedRequest> received() {
        return arrivals.all();
    }

    /** Waits for so many requests, a generous time. */
    public List<ReceivedRequest> awaitReceived(int count) throws InterruptedException {
        return awaitReceived(count, RequestLog.patience());
    }

    public List<ReceivedRequest> awaitReceived(int count, Duration timeout) throws InterruptedException {
        return arrivals.await(count, _ -> true, timeout);
    }

    /** Waits until so many clients left before they had their whole answer; returns those requests. */
    public List<ReceivedRequest> awaitCancelled(int count) throws InterruptedException {
        return awaitCancelled(count, RequestLog.patience());
    }

    public List<ReceivedRequest> awaitCancelled(int count, Duration timeout) throws InterruptedException {
        return arrivals.await(count, received -> received.cancelled().isPresent(), timeout);
    }

    /** Waits until so many exchanges are over, however they ended; returns those requests. */
    public List<ReceivedRequest> awaitFinished(int count) throws InterruptedException {
        return awaitFinished(count, RequestLog.patience());
    }

    public List<ReceivedRequest> awaitFinished(int count, Duration timeout) throws InterruptedException {
        return arrivals.await(count, ReceivedRequest::isFinished, timeout);
    }

    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        crew.dismiss();
        loops.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
