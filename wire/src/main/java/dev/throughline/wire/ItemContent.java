package dev.throughline.wire;

/**
 * The content of an item.
 *
 * @param text what can be read and replaced, escapes resolved: of a result the text of its content, parts joined by
 *     line ends; of a call its arguments as the JSON text they are; of a message its words
 * @param pictures how many images, documents and files it holds
 * @param sealedBytes the size of what only the provider can read: encrypted content, signatures, redacted thinking,
 *     sound; pictures are counted above and not here
 * @param isError whether a result reports that its tool failed; only Messages does
 */
public record ItemContent(String text, int pictures, long sealedBytes, boolean isError) {}
