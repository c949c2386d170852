package dev.throughline.search;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * Lowers the score of old documents: by half for every {@code halfLifeDays}. Documents without a date, or with one in
 * the future, keep their score.
 */
public record AgeDecay(LocalDate today, int halfLifeDays) {
    public AgeDecay {
        if (halfLifeDays < 1) {
            throw new IllegalArgumentException("expected a half-life of at least one day, found " + halfLifeDays);
        }
    }

    /** The factor for a hit of that day, from 0 to 1. */
    public double weight(LocalDate date) {
        long age = Math.max(0, ChronoUnit.DAYS.between(date, today));
        return Math.pow(0.5, (double) age / halfLifeDays);
    }
}
