package dev.throughline.memory.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/** A real disk that stops for good at a step, before it, behind it, or in the middle of what it writes. */
public final class StoppingFiles extends DurableFiles {
    /** The machine is off. */
    public static final class Stopped extends RuntimeException {}

    /** Where in a step it stops. */
    public enum Where {
        BEFORE,
        WITHIN,
        AFTER
    }

    private final DurableFiles real = new FastFiles();
    private final int stopAt;
    private final Where where;
    private final BitSet divisible = new BitSet();
    private int steps;

    public StoppingFiles(int stopAt, Where where) {
        this.stopAt = stopAt;
        this.where = where;
    }

    public int steps() {
        return steps;
    }

    /**
     * Whether a step can be done by half. Otherwise, stopping within it is the same as stopping after the one before.
     */
    public boolean isDivisible(int step) {
        return divisible.get(step);
    }

    private interface Act {
        void run() throws IOException;
    }

    private void step(Act whole, Act half) throws IOException {
        int step = steps++;
        if (stopAt >= 0 && step > stopAt) {
            throw new Stopped();
        }
        boolean isNow = step == stopAt;
        if (isNow && where == Where.WITHIN) {
            half.run();
        } else if (!isNow || where == Where.AFTER) {
            whole.run();
        }
        if (isNow) {
            throw new Stopped();
        }
    }

    @Override
    public void createFolders(Path folder) throws IOException {
        step(() -> real.createFolders(folder), () -> {});
    }

    @Override
    public void write(Path file, byte[] bytes) throws IOException {
        divisible.set(steps);
        step(() -> real.write(file, bytes), () -> real.write(file, half(bytes)));
    }

    @Override
    public void append(Path file, byte[] bytes) throws IOException {
        divisible.set(steps);
        step(() -> real.append(file, bytes), () -> real.append(file, half(bytes)));
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        step(() -> real.move(from, to), () -> {});
    }

    @Override
    public void delete(Path file) throws IOException {
        step(() -> real.delete(file), () -> {});
    }

    @Override
    public void sync(Path folder) throws IOException {
        step(() -> real.sync(folder), () -> {});
    }

    private static byte[] half(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length / 2);
    }
}
