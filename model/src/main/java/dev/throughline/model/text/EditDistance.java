package dev.throughline.model.text;

/** The difference between two words. */
public final class EditDistance {
    private EditDistance() {}

    /** How many letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
    public static int between(String left, String right) {
        int[][] cost = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(left, right, cost, i, j);
            }
        }
        return cost[left.length()][right.length()];
    }

    private static int cheapest(String left, String right, int[][] cost, int i, int j) {
        boolean isSame = left.charAt(i - 1) == right.charAt(j - 1);
        int least = Math.min(cost[i - 1][j - 1] + (isSame ? 0 : 1), 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean isSwapped = i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return isSwapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
