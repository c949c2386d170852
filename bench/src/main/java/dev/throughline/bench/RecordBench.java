package dev.throughline.bench;

import com.sun.management.ThreadMXBean;
import dev.throughline.model.Bytes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.ObjectMapper;

/**
 * What it costs to remember a request: read it, find its session, find its place in it, keep what is new.
 *
 * <p>Each request has a history that is known and two items that are new. Beside it, in the same loop and on the same
 * bytes, stand two baselines: a copy of the body, which every proxy makes, and a naive proxy's work, parsing the body
 * into a tree and writing it again. What is measured is processor time and allocation of the thread that does it, and
 * the processor time of the store's own threads.
 *
 * <p>The first table is the request that the aim is about, the second grows the known history at a fixed length of
 * items, the third cuts a body of 1 MB into ever more items. In all of them what is hashed, stored and indexed must
 * stay the same; what grows is the one pass over the bytes. Arguments: measured requests per line (200).
 */
public final class RecordBench {
    private static final int ITEM_BYTES = 2048;
    private static final int MEGABYTE = 1 << 20;
    private static final int AIM_ITEMS = 500;
    private static final int[] CURVE = {10, 100, 1000, 5000};
    private static final long WARM_UP_BYTES = 400L << 20;
    private static final int MOST_WARM_UP = 2000;
    private static final int LEAST_MEASURED = 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final ObjectMapper TREES = new ObjectMapper();

    @SuppressWarnings("UnusedVariable") // Written only, so that the work before cannot be optimised away.
    private static volatile byte[] sink = new byte[0];

    /** Medians over requests: microseconds of processor, bytes allocated, and what reached the store. */
    private record Line(
            int bodyBytes,
            double copy,
            double tree,
            double read,
            double find,
            double keep,
            double journal,
            double allocated,
            double entries,
            double stored) {
        double total() {
            return read + find + keep;
        }
    }

    private RecordBench() {}

    public static void main(String[] arguments) throws IOException {
        int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        Path home = Files.createTempDirectory("throughline-record");
        try (Stations stations = new Stations(home)) {
            System.out.println("medians of " + requests + " requests; times in microseconds of processor");
            heading("500 known items in 1 MB, 2 new");
            for (Tongue tongue : Tongue.values()) {
                print(tongue, AIM_ITEMS, measure(stations, tongue, AIM_ITEMS, MEGABYTE / AIM_ITEMS, requests));
            }
            for (Tongue tongue : Tongue.values()) {
                heading("known items of 2 KB, 2 new: " + tongue.dialect().name());
                for (int items : CURVE) {
                    print(tongue, items, measure(stations, tongue, items, ITEM_BYTES, requests));
                }
            }
            heading("a body of 1 MB in ever more items, 2 new");
            for (int items : CURVE) {
                print(Tongue.CHAT, items, measure(stations, Tongue.CHAT, items, MEGABYTE / items, requests));
            }
        } finally {
            Contestants.delete(home);
        }
    }

    private static Line measure(Stations stations, Tongue tongue, int items, int itemBytes, int requests) {
        Conversation talk = new Conversation(tongue, /* isStreaming= */ true, items, itemBytes);
        String session = tongue + " " + items + " items of " + itemBytes;
        int bytes = talk.first().length;
        stations.keep(stations.find(session, stations.read(tongue, Bytes.of(talk.other()))));
        int warmUp = (int) Math.min(MOST_WARM_UP, WARM_UP_BYTES / bytes);
        for (int i = 0; i < warmUp; i++) {
            one(stations, tongue, session, talk.other());
        }
        List<Line> lines = new ArrayList<>();
        int measured = (int) Math.max(LEAST_MEASURED, Math.min(requests, 2L * requests * MEGABYTE / bytes));
        for (int i = 0; i < measured; i++) {
            lines.add(one(stations, tongue, session, talk.other()));
        }
        return median(lines);
    }

    /** One request through everything, each part with its price. */
    private static Line one(Stations stations, Tongue tongue, String session, byte[] body) {
        long start = cpu();
        sink = body.clone();
        long copied = cpu();
        sink = TREES.writeValueAsBytes(TREES.readTree(body));
        long parsed = cpu();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long journal = stations.journalNanos();
        long begin = cpu();
        Stations.Read read = stations.read(tongue, Bytes.of(body));
        long decoded = cpu();
        Stations.Found found = stations.find(session, read);
        long identified = cpu();
        Stations.Kept kept = stations.keep(found);
        long done = cpu();
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        kept.recorded().receipt().durable().join();
        return new Line(
                body.length,
                (copied - start) / 1e3,
                (parsed - copied) / 1e3,
                (decoded - begin) / 1e3,
                (identified - decoded) / 1e3,
                (done - identified) / 1e3,
                (stations.journalNanos() - journal) / 1e3,
                bytes,
                kept.entries(),
                stations.bytes(kept));
    }

    private static long cpu() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static Line median(List<Line> lines) {
        return new Line(
                lines.getLast().bodyBytes(),
                of(lines, Line::copy),
                of(lines, Line::tree),
                of(lines, Line::read),
                of(lines, Line::find),
                of(lines, Line::keep),
                of(lines, Line::journal),
                of(lines, Line::allocated),
                of(lines, Line::entries),
                of(lines, Line::stored));
    }

    private static double of(List<Line> lines, ToDoubleFunction<Line> figure) {
        return Figures.median(lines.stream().mapToDouble(figure).toArray());
    }

    private static void heading(String title) {
        System.out.printf("%n%s%n", title);
        System.out.printf(
                "  %-10s %6s %8s | %7s %8s | %7s %7s %7s %8s %8s | %9s %8s | %7s %7s%n",
                "",
                "known",
                "body KB",
                "copy",
                "tree",
                "decode",
                "find",
                "keep",
                "total",
                "-copy",
                "journal",
                "alloc KB",
                "entries",
                "bytes");
    }

    private static void print(Tongue tongue, int items, Line line) {
        System.out.printf(
                Locale.ROOT,
                "  %-10s %6d %8d | %7.0f %8.0f | %7.0f %7.0f %7.0f %8.0f %8.0f | %9.0f %8.0f | %7.0f %7.0f%n",
                tongue.dialect().name(),
                items,
                line.bodyBytes() / 1024,
                line.copy(),
                line.tree(),
                line.read(),
                line.find(),
                line.keep(),
                line.total(),
                line.total() - line.copy(),
                line.journal(),
                line.allocated() / 1024,
                line.entries(),
                line.stored());
    }
}
