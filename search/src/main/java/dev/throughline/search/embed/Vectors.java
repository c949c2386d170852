package dev.throughline.search.embed;

/** Arithmetic on vectors. */
public final class Vectors {
    private Vectors() {}

    /** Scales a vector to length one, in place; one without direction is not changed. */
    public static float[] unit(float[] vector) {
        if (hasDirection(vector)) {
            float factor = (float) (1 / Math.sqrt(squares(vector)));
            for (int i = 0; i < vector.length; i++) {
                vector[i] *= factor;
            }
        }
        return vector;
    }

    /** Whether a vector can be compared: one of zeros, or with values that are not numbers, cannot. */
    public static boolean hasDirection(float[] vector) {
        double squares = squares(vector);
        return squares > 0 && Double.isFinite(squares);
    }

    private static double squares(float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        return sum;
    }

    /** The cosine of two vectors of length one. */
    public static double cosine(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
