package dev.throughline.wire;

/**
 * A new text for one item of an element.
 *
 * @param item the index of the item among those that {@link Wire#itemise} finds in the element
 */
public record TextChange(int item, String text) {}
