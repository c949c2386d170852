package dev.throughline.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What Linux says about processes. */
public final class Proc {
    /** What the kernel counts times in; it has been 100 a second for as long as Linux tells. */
    private static final double TICK_MICROS = 10_000;

    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    private Proc() {}

    /** Memory of a process that is in RAM now, in mebibytes. */
    public static double rssMib(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        throw new IOException("expected VmRSS in the status of process " + pid + ", found none");
    }

    /** Time that these processes spent on a processor, in microseconds. */
    static double cpuMicros(List<Long> pids) throws IOException {
        double micros = 0;
        for (long pid : pids) {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The name of the program stands in brackets and may hold anything.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            micros += TICK_MICROS * (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]));
        }
        return micros;
    }

    /** A process and all that it started. */
    static List<Long> family(ProcessHandle head) {
        return Stream.concat(Stream.of(head), head.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }
}
