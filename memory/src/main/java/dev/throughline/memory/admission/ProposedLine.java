package dev.throughline.memory.admission;

/**
 * One line that a program wants to write into memory.
 *
 * @param text without list mark and source
 */
public record ProposedLine(String text, LineSource source) {}
