package dev.throughline.mcp;

/**
 * How we introduce ourselves.
 *
 * @param instructions what a model should know about all tools together
 */
public record Identity(String name, String version, String instructions) {}
