package dev.throughline.mcp;

/**
 * How we introduce ourselves.
 *
 * @param instructions what a model should know about all tools together
 */
public record ServerIdentity(String name, String version, String instructions) {}
