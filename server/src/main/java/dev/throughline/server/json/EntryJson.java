package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.Optional;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * The JSON of sessions and their entries: annotations for records of other modules whose members have other names than
 * their components.
 *
 * <pre>
 * {"id":"0198…","tenant":"local","key":"…","parent":null,"client":"codex","model":"gpt-5.5",
 *  "created":"2026-11-15T10:00:00Z","updated":"2026-11-15T10:05:00Z","turns":3,"items":12,"tokens":4100,
 *  "usage":{"input":900,"cache_read":3000,"cache_write":0,"output":200}}
 *
 * {"sequence":7,"type":"node","id":"s2:…","parent":"s2:…","item":"s2:…","kind":"tool_call","role":"function_call",
 *  "tool":"exec_command","call":"call_1","source":"s2:…","start":0,"end":120,"tokens":30,"turn":"0198…","at":"…Z"}
 * {"sequence":1,"type":"head","id":"s2:…","system":["s2:…"],"tools":["s2:…"]}
 * {"sequence":2,"type":"turn_opened","turn":"0198…","at":"…Z","purpose":"conversation","dialect":"responses",
 *  "model":"gpt-5.5","client":"codex","run":null,"head":"s2:…","frame":"s2:…","leaf":"s2:…","items":4,"fresh":4,
 *  "tokens":900}
 * {"sequence":9,"type":"turn_closed","turn":"0198…","at":"…Z","status":200,"ending":"complete","leaf":"s2:…",
 *  "response":"resp_1","stop":null,"usage":{…},"unread":[],"sent":{"tokens":800,"untouched":900,"shadow":{…}}}
 * {"sequence":5,"type":"edited","turn":"0198…","at":"…Z","edits":["clear s2:… s2:… 96"],"trigger":"cold",
 *  "before":90000,"after":31000,"rewritten":0,"breakEven":"0.0","expected":"12.0","why":"…"}
 * {"sequence":9,"type":"helped","at":"…Z","question":"flush","model":"gpt-5.2-mini","usage":{…}}
 * {"sequence":9,"type":"link","from":"s2:…","to":"s2:…","reason":"client_compaction","turn":"0198…"}
 * {"sequence":1,"type":"origin","at":"…Z","origin":{"type":"dm","agent":"main","channel":"discord","peer":"123"}}
 * {"sequence":9,"type":"imported","nodes":["s2:…"],"source":"s2:…","file":"…/rollout.jsonl","line":7}
 * </pre>
 *
 * The exact bytes of a node are {@code start} to {@code end} of its source. Sources are not included; they are read one
 * by one.
 */
public final class EntryJson {
    private EntryJson() {}

    /** The members of a node, without its sequence and type. */
    public static ObjectNode node(Entry.Node node) {
        ObjectNode tree = ViewJson.tree(node);
        tree.remove("type");
        return tree;
    }

    @JsonPropertyOrder({"id", "tenant"})
    abstract static class SessionRefMembers {}

    @JsonPropertyOrder({"ref", "key", "parent", "client", "model", "created", "updated", "turns", "items", "tokens"})
    abstract static class SessionMembers {
        @JsonUnwrapped
        abstract SessionRef ref();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Entry.Node.class, name = "node"),
        @JsonSubTypes.Type(value = Entry.Head.class, name = "head"),
        @JsonSubTypes.Type(value = Entry.TurnOpened.class, name = "turn_opened"),
        @JsonSubTypes.Type(value = Entry.TurnClosed.class, name = "turn_closed"),
        @JsonSubTypes.Type(value = Entry.Edited.class, name = "edited"),
        @JsonSubTypes.Type(value = Entry.HelperCall.class, name = "helped"),
        @JsonSubTypes.Type(value = Entry.Link.class, name = "link"),
        @JsonSubTypes.Type(value = Entry.OriginNamed.class, name = "origin"),
        @JsonSubTypes.Type(value = Entry.Imported.class, name = "imported"),
        @JsonSubTypes.Type(value = Entry.CompactionRequested.class, name = "compaction_requested")
    })
    interface EntryMembers {}

    abstract static class NodeMembers {
        @JsonUnwrapped
        abstract Span piece();
    }

    abstract static class TurnOpenedMembers {
        @JsonProperty("turn")
        abstract TurnId id();
    }

    abstract static class TurnClosedMembers {
        @JsonProperty("turn")
        abstract TurnId id();

        @JsonProperty("response")
        abstract Optional<String> responseId();

        @JsonProperty("stop")
        abstract Optional<String> stopReason();
    }

    abstract static class SentMembers {
        @JsonProperty("untouched")
        abstract long clientTokens();

        @JsonProperty("shadow")
        abstract Usage clientUsage();
    }

    abstract static class LinkMembers {
        @JsonProperty("from")
        abstract Hash newer();

        @JsonProperty("to")
        abstract Hash older();
    }

    abstract static class EditedMembers {
        @JsonProperty("decision") // Not a member itself: the member "why" is its sentence.
        @JsonUnwrapped
        abstract DecisionReason why();
    }

    /** {@code {"turns":3,"edited":2,"billed":{…},"helped":{…},"untouched":{…},"units":1200.5,…,"change":-0.4}}. */
    abstract static class BillMembers {
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        abstract double change();
    }

    abstract static class PlannedCompactionMembers {
        @JsonProperty("planned")
        abstract boolean isPlanned();
    }

    abstract static class ReasonMembers {
        @JsonProperty("breakEven")
        @JsonSerialize(using = ToStringSerializer.class) // It may be infinite, which JSON numbers cannot be.
        abstract double breakEven();

        @JsonSerialize(using = ToStringSerializer.class)
        abstract double expected();

        @JsonProperty("why")
        abstract String sentence();
    }
}
