package dev.throughline.replay.recording;

/**
 * One call of a tool.
 *
 * @param arguments as the model wrote them: usually a JSON object, for some tools free text
 */
public record Call(String id, String name, String arguments) {}
