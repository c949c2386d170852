package dev.throughline.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Memory and CPU time of processes, as Linux reports them. */
public final class ProcessStats {
    /** Clock ticks for each second; always 100 on Linux. */
    private static final double TICK_MICROS = 10_000;

    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    private ProcessStats() {}

    /** The resident memory of a process, in mebibytes. */
    public static double rssMib(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        throw new IOException("expected VmRSS in the status of process " + pid + ", found none");
    }

    /** The CPU time of these processes, in microseconds. */
    static double cpuMicros(List<Long> pids) throws IOException {
        double micros = 0;
        for (long pid : pids) {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The name of the program is in brackets and may contain any characters.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            micros += TICK_MICROS * (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]));
        }
        return micros;
    }

    /** A process and its descendants. */
    static List<Long> family(ProcessHandle head) {
        return Stream.concat(Stream.of(head), head.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }
}
