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
 * Measures the cost of archiving a request: decoding it, finding its session and its position in it, storing what is
 * new.
 *
 * <p>Each request has a known history and two new items. There are two baselines in the same loop and on the same
 * bytes: a copy of the body, which every proxy makes, and the work of a naive proxy, which parses the body into a tree
 * and writes it again. Measured are the CPU time and the allocation of the thread, and the CPU time of the store's
 * threads.
 *
 * <p>The first table is for a typical request, the second for a growing known history with items of a fixed length, the
 * third for a body of 1 MB with an increasing number of items. In all of them the hashed, stored and indexed bytes must
 * stay the same; only the one pass over the bytes grows. Arguments: measured requests per line (200).
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

    /** Medians over requests: CPU microseconds, allocated bytes, and stored entries and bytes. */
    private record Medians(
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
        try (RecordSteps steps = new RecordSteps(home)) {
            System.out.println("medians of " + requests + " requests; times in microseconds of processor");
            heading("500 known items in 1 MB, 2 new");
            for (DialectText dialectText : DialectText.values()) {
                print(dialectText, AIM_ITEMS, measure(steps, dialectText, AIM_ITEMS, MEGABYTE / AIM_ITEMS, requests));
            }
            for (DialectText dialectText : DialectText.values()) {
                heading("known items of 2 KB, 2 new: " + dialectText.dialect().name());
                for (int items : CURVE) {
                    print(dialectText, items, measure(steps, dialectText, items, ITEM_BYTES, requests));
                }
            }
            heading("a body of 1 MB in ever more items, 2 new");
            for (int items : CURVE) {
                print(DialectText.CHAT, items, measure(steps, DialectText.CHAT, items, MEGABYTE / items, requests));
            }
        } finally {
            BenchServers.delete(home);
        }
    }

    private static Medians measure(RecordSteps steps, DialectText dialectText, int items, int itemBytes, int requests) {
        Conversation conversation = new Conversation(dialectText, /* isStreaming= */ true, items, itemBytes);
        String session = dialectText + " " + items + " items of " + itemBytes;
        int bytes = conversation.first().length;
        steps.keep(steps.find(session, steps.read(dialectText, Bytes.of(conversation.other()))));
        int warmUp = (int) Math.min(MOST_WARM_UP, WARM_UP_BYTES / bytes);
        for (int i = 0; i < warmUp; i++) {
            one(steps, dialectText, session, conversation.other());
        }
        List<Medians> lines = new ArrayList<>();
        int measured = (int) Math.max(LEAST_MEASURED, Math.min(requests, 2L * requests * MEGABYTE / bytes));
        for (int i = 0; i < measured; i++) {
            lines.add(one(steps, dialectText, session, conversation.other()));
        }
        return median(lines);
    }

    /** Measures each step of one request. */
    private static Medians one(RecordSteps steps, DialectText dialectText, String session, byte[] body) {
        long start = cpu();
        sink = body.clone();
        long copied = cpu();
        sink = TREES.writeValueAsBytes(TREES.readTree(body));
        long parsed = cpu();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long journal = steps.journalNanos();
        long begin = cpu();
        RecordSteps.Read read = steps.read(dialectText, Bytes.of(body));
        long decoded = cpu();
        RecordSteps.Found found = steps.find(session, read);
        long identified = cpu();
        RecordSteps.Kept kept = steps.keep(found);
        long done = cpu();
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        kept.recorded().receipt().durable().join();
        return new Medians(
                body.length,
                (copied - start) / 1e3,
                (parsed - copied) / 1e3,
                (decoded - begin) / 1e3,
                (identified - decoded) / 1e3,
                (done - identified) / 1e3,
                (steps.journalNanos() - journal) / 1e3,
                bytes,
                kept.entries(),
                steps.bytes(kept));
    }

    private static long cpu() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static Medians median(List<Medians> lines) {
        return new Medians(
                lines.getLast().bodyBytes(),
                of(lines, Medians::copy),
                of(lines, Medians::tree),
                of(lines, Medians::read),
                of(lines, Medians::find),
                of(lines, Medians::keep),
                of(lines, Medians::journal),
                of(lines, Medians::allocated),
                of(lines, Medians::entries),
                of(lines, Medians::stored));
    }

    private static double of(List<Medians> lines, ToDoubleFunction<Medians> figure) {
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

    private static void print(DialectText dialectText, int items, Medians line) {
        System.out.printf(
                Locale.ROOT,
                "  %-10s %6d %8d | %7.0f %8.0f | %7.0f %7.0f %7.0f %8.0f %8.0f | %9.0f %8.0f | %7.0f %7.0f%n",
                dialectText.dialect().name(),
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
