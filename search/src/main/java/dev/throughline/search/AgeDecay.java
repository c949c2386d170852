package dev.throughline.search;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * Makes dated documents fade: after {@code halfLifeDays} a hit counts half. What has no date, or one to come, never
 * fades.
 */
public record AgeDecay(LocalDate today, int halfLifeDays) {
    public AgeDecay {
        if (halfLifeDays < 1) {
            throw new IllegalArgumentException("expected a half-life of at least one day, found " + halfLifeDays);
        }
    }

    /** What a hit of that day counts, from 0 to 1. */
    public double weight(LocalDate date) {
        long age = Math.max(0, ChronoUnit.DAYS.between(date, today));
        return Math.pow(0.5, (double) age / halfLifeDays);
    }
}
