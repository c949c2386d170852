package dev.throughline.engine.archive;

import dev.throughline.model.SessionRef;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A store in memory that counts its leases, and whose methods and receipts a test can replace by failures. */
public final class WatchedStore {
    public final MemoryStore real = new MemoryStore();

    /** The leases that were ever taken. */
    public final AtomicInteger leases = new AtomicInteger();

    /** The leases that are held now. */
    public final AtomicInteger heldLeases = new AtomicInteger();

    /** Is called with the name of each method before it runs. */
    public Consumer<String> before = _ -> {};

    /** Changes the receipt of each append. */
    public UnaryOperator<Receipt> receipts = receipt -> receipt;

    /** The store to give to what is tested. */
    public final Store store = (Store) Proxy.newProxyInstance(
            Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                before.accept(method.getName());
                if (arguments != null && arguments[0] instanceof CountedLease counted) {
                    arguments[0] = counted.real();
                }
                try {
                    return watched(method.invoke(real, arguments));
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });

    private Object watched(Object result) {
        return switch (result) {
            case Store.Lease lease -> {
                leases.incrementAndGet();
                heldLeases.incrementAndGet();
                yield new CountedLease(lease, heldLeases);
            }
            case Receipt receipt -> receipts.apply(receipt);
            default -> result;
        };
    }

    /** Fails each call of a method. */
    public void fail(String failing, RuntimeException failure) {
        before = method -> {
            if (method.equals(failing)) {
                throw failure;
            }
        };
    }

    /** A future that is never done and whose {@code get} times out at once. */
    public static final class Never extends CompletableFuture<Void> {
        @Override
        public Void get(long timeout, TimeUnit unit) throws TimeoutException {
            throw new TimeoutException("never, on purpose");
        }
    }

    private record CountedLease(Store.Lease real, AtomicInteger held) implements Store.Lease {
        @Override
        public SessionRef session() {
            return real.session();
        }

        @Override
        public long fence() {
            return real.fence();
        }

        @Override
        public long lastSequence() {
            return real.lastSequence();
        }

        @Override
        public void close() {
            held.decrementAndGet();
            real.close();
        }
    }
}
