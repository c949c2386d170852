package dev.throughline.wire;

/**
 * What the gateway answers to a call.
 *
 * @param callId the id of the call
 * @param isError whether the call failed; told to the model where the dialect has a place for it
 */
public record LocalResult(String callId, String text, boolean isError) {}
