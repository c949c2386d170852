package dev.throughline.wire;

/**
 * The content of an item.
 *
 * @param text the text without escapes: the text of a message, the text parts of a result, one per line, or the
 *     arguments of a call as JSON
 * @param pictures how many images, documents and files it contains
 * @param sealedBytes the size of what only the provider can read: encrypted content, signatures, redacted thinking and
 *     audio, but not pictures
 * @param isError whether a result reports that its tool failed; only Messages does
 */
public record ItemContent(String text, int pictures, long sealedBytes, boolean isError) {}
