package dev.throughline.memory.question;

/**
 * A text that a session contains.
 *
 * @param handle the handle by which {@code recall} returns the piece
 * @param date the day on which the piece was archived
 * @param source who wrote it: user, assistant, or the name of a tool
 */
public record Citation(String handle, String date, String source, String text) {}
