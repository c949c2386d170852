package dev.throughline.gateway.socket;

import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Netty's leak detector for the tests of this module: keeps its reports instead of writing them to a log. */
public final class LeakWatch<T> extends ResourceLeakDetector<T> {
    private static final List<String> REPORTS = new CopyOnWriteArrayList<>();

    /** Called by Netty. */
    public LeakWatch(Class<?> type, int samplingInterval) {
        super(type, samplingInterval);
    }

    /** Netty requires this constructor for compatibility with old detectors. */
    public LeakWatch(Class<?> type, int samplingInterval, long ignoredMostActive) {
        super(type, samplingInterval);
    }

    /** The buffers that were garbage-collected before they were released, since the program started. */
    public static List<String> reports() {
        return List.copyOf(REPORTS);
    }

    @Override
    protected boolean needReport() {
        return true;
    }

    @Override
    protected void reportTracedLeak(String type, String records) {
        REPORTS.add(type + records);
    }

    @Override
    protected void reportUntracedLeak(String type) {
        REPORTS.add(type);
    }
}
