package dev.throughline.wire;

/** What providers require of a request. */
public enum ValidationRule {
    /** The body, or a part of it, is not of the type that its place asks for. */
    SHAPE,
    /** A model must be named. */
    MODEL_MISSING,
    /** There must be something to answer. */
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
    /** A text block must hold more than space. */
    TEXT_EMPTY,
    /** The id of a call must be there, well formed and its own. */
    CALL_ID,
    /** A call needs a name and arguments of the right type. */
    CALL_SHAPE,
    /** Only the assistant calls tools. */
    CALL_PLACE,
    /** Every call must have its result, where the dialect wants it. */
    RESULT_MISSING,
    /** A result must belong to a call before it. */
    RESULT_ORPHAN,
    /** A call has one result. */
    RESULT_TWICE,
    /** A result must be of the kind of its call. */
    RESULT_KIND,
    /** A result must hold what its dialect asks for. */
    RESULT_SHAPE,
    /** Only a user message brings results. */
    RESULT_PLACE,
    /** Results come before anything else in their message. */
    RESULT_ORDER,
    /** Ids of items are unique. */
    ITEM_ID_TWICE,
    /** Reasoning is followed by what it led to. */
    REASONING_ALONE,
    /** A compaction is asked for with the last item. */
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
