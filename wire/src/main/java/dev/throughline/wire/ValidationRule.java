package dev.throughline.wire;

/** The rules of providers for requests. */
public enum ValidationRule {
    /** The body and its parts must have the required types. */
    SHAPE,
    /** A model must be named. */
    MODEL_MISSING,
    /** The history must not be empty. */
    HISTORY_EMPTY,
    /** Messages requires an output limit. */
    LIMIT_MISSING,
    /** Only known roles are allowed. */
    ROLE_UNKNOWN,
    /** A Messages conversation starts with the user. */
    FIRST_ROLE,
    /** A Messages conversation does not end with the assistant. */
    LAST_ROLE,
    /** A message must have content. */
    CONTENT_EMPTY,
    /** A text block must not be blank. */
    TEXT_EMPTY,
    /** A call must have a valid and unique id. */
    CALL_ID,
    /** A call needs a name and arguments of the right type. */
    CALL_SHAPE,
    /** Only the assistant calls tools. */
    CALL_PLACE,
    /** Every call must have its result, at the position that the dialect requires. */
    RESULT_MISSING,
    /** A result must belong to a call before it. */
    RESULT_ORPHAN,
    /** A call has one result. */
    RESULT_TWICE,
    /** A result must be of the kind of its call. */
    RESULT_KIND,
    /** A result must have the members that its dialect requires. */
    RESULT_SHAPE,
    /** Only a user message contains results. */
    RESULT_PLACE,
    /** Results come before anything else in their message. */
    RESULT_ORDER,
    /** Ids of items are unique. */
    ITEM_ID_TWICE,
    /** Reasoning is followed by an output of the model. */
    REASONING_ALONE,
    /** The trigger of a compaction is the last item. */
    TRIGGER_NOT_LAST,
    /** Thinking is sent back with its signature. */
    SIGNATURE_MISSING,
    /** A turn that called tools while thinking was on starts with its thinking. */
    THINKING_MISSING,
    /** An assistant message does not end with thinking. */
    THINKING_LAST,
    /** At most four cache markers. */
    CACHE_MARKERS,
    /** A declared tool needs a name and a schema. */
    TOOL_SHAPE,
    /** Tools have different names. */
    TOOL_TWICE,
    /** The chosen tool must be declared. */
    TOOL_CHOICE,
    /** A Messages history with calls needs tools declared. */
    TOOLS_MISSING
}
