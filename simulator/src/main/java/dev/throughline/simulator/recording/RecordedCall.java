package dev.throughline.simulator.recording;

/**
 * One call of a tool.
 *
 * @param arguments as the model wrote them: usually a JSON object, for some tools free text
 */
public record RecordedCall(String id, String name, String arguments) {}
