package dev.throughline.testkit.model.write;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Cuts a text as a stream of tokens would, and never inside a character. */
final class Pieces {
    private static final int FEWEST_CHARACTERS = 16;
    private static final int MOST_PIECES = 256;

    private Pieces() {}

    static Stream<String> of(String text) {
        int[] characters = text.codePoints().toArray();
        int size = Math.max(FEWEST_CHARACTERS, characters.length / MOST_PIECES + 1);
        int count = (characters.length + size - 1) / size;
        return IntStream.range(0, count)
                .mapToObj(i -> new String(characters, i * size, Math.min(size, characters.length - i * size)));
    }
}
