package dev.throughline.wire;

/**
 * The gateway's result of a call.
 *
 * @param callId the id of the call
 * @param isError whether the call failed; sent to the model if the dialect has a field for it
 */
public record LocalResult(String callId, String text, boolean isError) {}
