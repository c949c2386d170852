package dev.throughline.search.embed;

/** Arithmetic on vectors. */
public final class Vectors {
    private Vectors() {}

    /** Stretches a vector to length one, in place; one without direction stays as it is. */
    public static float[] unit(float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        if (sum > 0 && Double.isFinite(sum)) {
            float factor = (float) (1 / Math.sqrt(sum));
            for (int i = 0; i < vector.length; i++) {
                vector[i] *= factor;
            }
        }
        return vector;
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
