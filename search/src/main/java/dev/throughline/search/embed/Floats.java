package dev.throughline.search.embed;

import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads arrays of numbers out of JSON. */
final class Floats {
    private static final int MOST = 1 << 12;

    private Floats() {}

    /** Goes on to the value of a property of the object at whose start the parser stands. */
    static void enter(JsonParser json, String property) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            if (name.equals(property)) {
                return;
            }
            json.skipChildren();
        }
        throw new IllegalArgumentException("expected '" + property + "', found none");
    }

    /** The array at whose start the parser stands. */
    static float[] read(JsonParser json) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw new IllegalArgumentException("expected an array of numbers, found " + json.currentToken());
        }
        float[] numbers = new float[512];
        int size = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (size == MOST) {
                throw new IllegalArgumentException("expected at most " + MOST + " numbers, found more");
            }
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, size * 2);
            }
            numbers[size++] = json.getFloatValue();
        }
        return Arrays.copyOf(numbers, size);
    }

    /** Checks that none is missing and all are of one length. */
    static List<float[]> complete(List<float[]> vectors) {
        for (float[] vector : vectors) {
            if (vector == null || vector.length == 0 || vector.length != vectors.getFirst().length) {
                throw new IllegalArgumentException("expected " + vectors.size() + " embeddings of one length");
            }
        }
        return vectors;
    }
}
