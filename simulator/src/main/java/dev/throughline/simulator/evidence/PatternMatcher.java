package dev.throughline.simulator.evidence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Finds many patterns in one pass over a text (A. Aho and M. Corasick, 1975). States are numbers; the steps between
 * them stand in one open hash table, so that a state costs a few words and no objects.
 */
final class PatternMatcher {
    private static final int ROOT = 0;
    private static final int NONE = -1;
    private static final int FIRST_SLOTS = 1 << 10;
    /** Spreads keys over the table: 2^64 divided by the golden ratio. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** Called for each match. */
    interface Found {
        void at(int pattern, int end);
    }

    private long[] keys = new long[FIRST_SLOTS];
    private int[] targets = new int[FIRST_SLOTS];
    private int used;
    private int states = 1;
    /** By state: the longest other state that is a suffix of it, and the nearest such state where a pattern ends. */
    private int[] suffix = new int[0];

    private int[] nextEnd = new int[0];
    private final List<List<Integer>> ends = new ArrayList<>(List.of(List.of()));

    /** Adds a pattern under a number. */
    void add(String pattern, int number) {
        int state = ROOT;
        for (int i = 0; i < pattern.length(); i++) {
            int next = step(state, pattern.charAt(i));
            if (next == NONE) {
                next = states++;
                ends.add(List.of());
                put(state, pattern.charAt(i), next);
            }
            state = next;
        }
        List<Integer> more = new ArrayList<>(ends.get(state));
        more.add(number);
        ends.set(state, more);
    }

    /** Prepares the search; patterns cannot be added afterwards. */
    void link() {
        suffix = new int[states];
        nextEnd = new int[states];
        Arrays.fill(nextEnd, NONE);
        List<List<long[]>> children = new ArrayList<>();
        for (int i = 0; i < states; i++) {
            children.add(List.of());
        }
        for (int slot = 0; slot < keys.length; slot++) {
            if (keys[slot] != 0) {
                int from = (int) (keys[slot] >>> 17);
                List<long[]> more = new ArrayList<>(children.get(from));
                more.add(new long[] {keys[slot] & 0xffff, targets[slot]});
                children.set(from, more);
            }
        }
        Deque<Integer> queue = new ArrayDeque<>(List.of(ROOT));
        while (!queue.isEmpty()) {
            int state = queue.remove();
            for (long[] child : children.get(state)) {
                linkChild(state, (char) child[0], (int) child[1]);
                queue.add((int) child[1]);
            }
        }
    }

    private void linkChild(int parent, char letter, int child) {
        int back = parent == ROOT ? ROOT : follow(suffix[parent], letter);
        suffix[child] = back;
        nextEnd[child] = ends.get(back).isEmpty() ? nextEnd[back] : back;
    }

    private int follow(int from, char letter) {
        int state = from;
        int next = step(state, letter);
        while (next == NONE && state != ROOT) {
            state = suffix[state];
            next = step(state, letter);
        }
        return next == NONE ? ROOT : next;
    }

    void search(String text, Found found) {
        int state = ROOT;
        for (int i = 0; i < text.length(); i++) {
            state = follow(state, text.charAt(i));
            for (int end = state; end != NONE; end = nextEnd[end]) {
                for (int pattern : ends.get(end)) {
                    found.at(pattern, i + 1);
                }
            }
        }
    }

    /** A state and a letter as a key that is never 0. */
    private static long key(int state, char letter) {
        return ((long) state << 17) | (1 << 16) | letter;
    }

    private int step(int state, char letter) {
        long key = key(state, letter);
        int mask = keys.length - 1;
        int slot = (int) ((key * SPREAD) >>> 32) & mask;
        while (keys[slot] != 0) {
            if (keys[slot] == key) {
                return targets[slot];
            }
            slot = (slot + 1) & mask;
        }
        return NONE;
    }

    private void put(int state, char letter, int target) {
        if (used * 2 >= keys.length) {
            grow();
        }
        insert(key(state, letter), target);
        used++;
    }

    private void insert(long key, int target) {
        int mask = keys.length - 1;
        int slot = (int) ((key * SPREAD) >>> 32) & mask;
        while (keys[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        keys[slot] = key;
        targets[slot] = target;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldTargets = targets;
        keys = new long[oldKeys.length * 2];
        targets = new int[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                insert(oldKeys[i], oldTargets[i]);
            }
        }
    }
}
