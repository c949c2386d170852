package dev.throughline.memory.admission;

/**
 * One line that somebody wants remembered.
 *
 * @param text without list mark and source
 */
public record ProposedLine(String text, LineSource source) {}
