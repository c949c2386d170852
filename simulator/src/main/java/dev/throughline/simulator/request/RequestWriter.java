package dev.throughline.simulator.request;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.AnsweredRequest;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import dev.throughline.simulator.prompt.PromptItem;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import dev.throughline.simulator.recording.Trajectory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the requests of one session in one dialect. A subclass says how heads, messages and answers look. Turns are
 * asked for in their order; used by one thread at a time.
 */
public abstract class RequestWriter {
    private static final int CHARS_PER_TOKEN = 4;
    private static final int ID_LETTERS = 8;

    private final Trajectory trajectory;
    private final String session;
    private final RequestReader reader;
    private final Written written = new Written();
    private final List<PromptItem> items = new ArrayList<>();
    private final Map<Integer, List<PromptItem>> itemsOf = new HashMap<>();
    private final UsedTools tools;
    private int headBytes;
    private int position;
    /** The newest part in the form that it has at the end of a request, and where it starts among what was written. */
    private byte[] ending = new byte[0];

    private int endingAt;

    RequestWriter(Trajectory trajectory, String session, RequestReader reader) {
        this.trajectory = trajectory;
        this.session = session;
        this.reader = reader;
        this.tools = new UsedTools(trajectory.messages());
    }

    /** The requests of a dialect. */
    public static RequestWriter of(
            SimulatedDialect dialect, Trajectory trajectory, String session, int systemTokens, RequestReader reader) {
        RequestWriter requests =
                switch (dialect) {
                    case MESSAGES -> new MessagesRequestWriter(trajectory, session, reader);
                    case RESPONSES -> new ResponsesRequestWriter(trajectory, session, reader);
                    case CHAT -> new ChatRequestWriter(trajectory, session, reader);
                };
        requests.begin(systemTokens);
        return requests;
    }

    /** Path and query of its requests. */
    public abstract String target();

    /** Headers that this agent sends, without credentials. */
    public abstract Headers headers();

    /** The answer at this index. */
    public final List<AnswerPart> answer(int index) {
        List<AnswerPart> parts = new ArrayList<>();
        if (!Texts.isBlank(message(index).content())) {
            parts.add(new AnswerPart.Text(message(index).content()));
        }
        message(index).calls().forEach(call -> parts.add(call(call)));
        return parts;
    }

    /** The ids of the answer at this index, which the agent sends back. */
    public final AnsweredRequest.Ids ids(int index) {
        String base = session.substring(0, ID_LETTERS) + "_" + index;
        int texts = Texts.isBlank(message(index).content()) ? 0 : 1;
        return (prefix, number) -> prefix + base + (number < texts ? "" : "_" + (number - texts));
    }

    /** A call as the model made it. */
    AnswerPart call(RecordedCall call) {
        return new AnswerPart.Call(call.name(), tools.jsonText(call), call.id());
    }

    abstract ObjectNode tool(String name, ObjectNode schema);

    /** The body's members before its history, and the elements with which the history starts. */
    abstract Head head(List<JsonNode> tools, List<String> system);

    /** The role under which a leading system message stands. */
    abstract String systemRole();

    /** Writes the messages from {@code position} up to {@code turn}. */
    abstract void advance(int turn);

    /** A text as it ends a request. */
    String tailText(RecordedMessage message) {
        return message.content();
    }

    /** What was written so far; its array is copied once per request, and not twice. */
    private static final class Written extends ByteArrayOutputStream {
        private void copyTo(byte[] target, int count) {
            System.arraycopy(buf, 0, target, 0, count);
        }
    }

    /** The start of every body. */
    record Head(ObjectNode members, String history, List<JsonNode> elements) {}

    private void begin(int systemTokens) {
        List<JsonNode> declared = new ArrayList<>();
        tools.all().forEach((name, arguments) -> declared.add(tool(name, UsedTools.schema(arguments))));
        int toolTokens = Texts.length(JsonNodes.write(JsonNodes.of(declared))) / CHARS_PER_TOKEN;
        List<String> system = new ArrayList<>(List.of(SystemPrompt.of(session, systemTokens - toolTokens)));
        while (position < messages().size() && message(position).is(Role.SYSTEM)) {
            system.add(message(position++).content());
        }
        Head head = head(declared, system);
        String members = JsonNodes.write(head.members());
        write((members.substring(0, members.length() - 1) + ",\"" + head.history() + "\":[")
                .getBytes(StandardCharsets.UTF_8));
        for (JsonNode element : head.elements()) {
            write(bytes(element));
            written.write(',');
        }
        headBytes = written.size();
        items.addAll(reader.read(Bytes.of(whole(written.toByteArray(), headBytes)))
                .prompt()
                .items());
        for (int i = 0; i < position; i++) {
            String text = "<" + systemRole() + ">" + message(i).content();
            itemsOf.put(
                    i, items.stream().filter(item -> item.text().equals(text)).toList());
        }
    }

    /** A body with nothing but its head, to read what stands in it. */
    private static byte[] whole(byte[] head, int length) {
        int end = head[length - 1] == ',' ? length - 1 : length;
        return (new String(head, 0, end, StandardCharsets.UTF_8) + "]}").getBytes(StandardCharsets.UTF_8);
    }

    /** The request whose answer is the assistant message at index {@code turn}. */
    public WrittenRequest ask(int turn) {
        advance(turn);
        byte[] body = new byte[endingAt + ending.length + 2];
        written.copyTo(body, endingAt);
        System.arraycopy(ending, 0, body, endingAt, ending.length);
        body[body.length - 2] = ']';
        body[body.length - 1] = '}';
        RecordedMessage last = message(turn - 1);
        RequestTail tail =
                last.is(Role.TOOL) ? new RequestTail(last.callId(), "") : new RequestTail("", tailText(last));
        return new WrittenRequest(Bytes.of(body), List.copyOf(items), tail);
    }

    /** The items that the message at this index became; none when it was not sent yet. */
    public List<PromptItem> itemsOf(int index) {
        return itemsOf.getOrDefault(index, List.of());
    }

    /**
     * Writes one element of the history.
     *
     * @param sources the message of each of its items, or one message for all
     */
    final void write(JsonNode element, List<Integer> sources) {
        byte[] raw = bytes(element);
        keep(raw, sources, raw);
    }

    /** The same for an element that is written otherwise while it is the last one. */
    final void write(JsonNode element, List<Integer> sources, JsonNode asEnding) {
        keep(bytes(element), sources, bytes(asEnding));
    }

    private void keep(byte[] raw, List<Integer> sources, byte[] last) {
        if (written.size() > headBytes) {
            written.write(',');
        }
        endingAt = written.size();
        ending = last;
        write(raw);
        List<PromptItem> said = reader.items(Bytes.of(raw));
        for (int i = 0; i < said.size(); i++) {
            int source = sources.size() == 1 ? sources.getFirst() : sources.get(i);
            itemsOf.computeIfAbsent(source, _ -> new ArrayList<>()).add(said.get(i));
        }
        items.addAll(said);
    }

    private void write(byte[] raw) {
        written.write(raw, 0, raw.length);
    }

    private static byte[] bytes(JsonNode value) {
        return JsonNodes.write(value).getBytes(StandardCharsets.UTF_8);
    }

    final List<RecordedMessage> messages() {
        return trajectory.messages();
    }

    final RecordedMessage message(int index) {
        return trajectory.messages().get(index);
    }

    final String session() {
        return session;
    }

    final UsedTools usedTools() {
        return tools;
    }

    /** The tools of the session, by name. */
    public final Set<String> tools() {
        return tools.all().keySet();
    }

    final int position() {
        return position;
    }

    final void moveTo(int other) {
        position = other;
    }
}
