package dev.throughline.simulator.prompt;

import tools.jackson.databind.node.ObjectNode;

/**
 * A request body that was read.
 *
 * @param body its tree; elements that earlier bodies of the session had are the same objects
 * @param prompt what the model reads of it
 */
public record ParsedRequest(ObjectNode body, Prompt prompt) {}
