package dev.throughline.replay.speech;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.replay.prompt.BodyReader;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.prompt.PromptItem;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.recording.Message.Role;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.replay.text.Compact;
import dev.throughline.replay.text.Texts;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the requests of one session in one dialect. A subclass says how heads, messages and answers look. Turns are
 * asked for in their order; used by one thread at a time.
 */
public abstract class Speaker {
    private static final int CHARS_PER_TOKEN = 4;

    private final Trajectory trajectory;
    private final String session;
    private final BodyReader reader;
    private final Written written = new Written();
    private final List<PromptItem> items = new ArrayList<>();
    private final Map<Integer, List<PromptItem>> itemsOf = new HashMap<>();
    private final Toolbox toolbox;
    private int headBytes;
    private int position;
    /** The newest part in the form that it has at the end of a request, and where it starts among what was written. */
    private byte[] ending = new byte[0];

    private int endingAt;

    Speaker(Dialect dialect, Trajectory trajectory, String session, ItemPool pool) {
        this.trajectory = trajectory;
        this.session = session;
        this.reader = new BodyReader(dialect, pool);
        this.toolbox = new Toolbox(trajectory.messages());
    }

    /** The speaker of a dialect. */
    public static Speaker of(Dialect dialect, Trajectory trajectory, String session, int systemTokens, ItemPool pool) {
        Speaker speaker =
                switch (dialect) {
                    case MESSAGES -> new MessagesSpeaker(trajectory, session, pool);
                    case RESPONSES -> new ResponsesSpeaker(trajectory, session, pool);
                    case CHAT -> new ChatSpeaker(trajectory, session, pool);
                };
        speaker.begin(systemTokens);
        return speaker;
    }

    /** Path and query of its requests. */
    public abstract String target();

    /** Headers that this agent sends, without credentials. */
    public abstract Headers headers();

    /** The answer at this index as the dialect carries it: blocks, items or one message. */
    public abstract Object answer(int index);

    abstract Object tool(String name, Map<String, @Nullable Object> schema);

    /** The body's members before its history, and the elements with which the history starts. */
    abstract Head head(List<Object> tools, List<String> system);

    /** The role under which a leading system message stands. */
    abstract String systemRole();

    /** Writes the messages from {@code position} up to {@code turn}. */
    abstract void advance(int turn);

    /** A text as it ends a request. */
    String tailText(Message message) {
        return message.content();
    }

    /** What was written so far; its array is copied once per request, and not twice. */
    private static final class Written extends ByteArrayOutputStream {
        private void copyTo(byte[] target, int count) {
            System.arraycopy(buf, 0, target, 0, count);
        }
    }

    /** The start of every body. */
    record Head(Map<String, @Nullable Object> members, String history, List<Object> elements) {}

    private void begin(int systemTokens) {
        List<Object> tools = new ArrayList<>();
        toolbox.all().forEach((name, arguments) -> tools.add(tool(name, Toolbox.schema(arguments))));
        int toolTokens = Texts.length(Compact.text(tools)) / CHARS_PER_TOKEN;
        List<String> system = new ArrayList<>(List.of(SystemPrompt.of(session, systemTokens - toolTokens)));
        while (position < messages().size() && message(position).is(Role.SYSTEM)) {
            system.add(message(position++).content());
        }
        Head head = head(tools, system);
        String members = Compact.text(head.members());
        write((members.substring(0, members.length() - 1) + ",\"" + head.history() + "\":[")
                .getBytes(StandardCharsets.UTF_8));
        for (Object element : head.elements()) {
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
    public Asked ask(int turn) {
        advance(turn);
        byte[] body = new byte[endingAt + ending.length + 2];
        written.copyTo(body, endingAt);
        System.arraycopy(ending, 0, body, endingAt, ending.length);
        body[body.length - 2] = ']';
        body[body.length - 1] = '}';
        Message last = message(turn - 1);
        Tail tail = last.is(Role.TOOL) ? new Tail(last.callId(), "") : new Tail("", tailText(last));
        return new Asked(Bytes.of(body), List.copyOf(items), tail);
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
    final void say(Object element, List<Integer> sources) {
        byte[] raw = bytes(element);
        keep(raw, sources, raw);
    }

    /** The same for an element that is written otherwise while it is the last one. */
    final void say(Object element, List<Integer> sources, Object asEnding) {
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

    private static byte[] bytes(Object value) {
        return Compact.text(value).getBytes(StandardCharsets.UTF_8);
    }

    final List<Message> messages() {
        return trajectory.messages();
    }

    final Message message(int index) {
        return trajectory.messages().get(index);
    }

    final String session() {
        return session;
    }

    final Toolbox toolbox() {
        return toolbox;
    }

    /** The tools of the session, by name. */
    public final Set<String> tools() {
        return toolbox.all().keySet();
    }

    final int position() {
        return position;
    }

    final void moveTo(int other) {
        position = other;
    }
}
