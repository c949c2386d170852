package dev.throughline.workingset;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.text.TokenCount;
import dev.throughline.workingset.CallSubject.Argument;
import dev.throughline.workingset.fragment.RareNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Builds conversations for tests:
 *
 * <pre>
 *   new TestConversation().user("Mend it.").call("Read", "a.go").result("1→package a").assistant("Done.").chain()
 * </pre>
 *
 * Each call adds an element, except after {@link #with}, where it adds to the previous element.
 */
public final class TestConversation {
    /** Counts four characters as one token. */
    public static final TokenCount COUNT = TokenCount.of("a-model");

    private final List<Piece> pieces = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final List<String> readings = new ArrayList<>();
    private Hash parent = Hash.of("root");
    private CallSubject subject = CallSubject.NONE;
    private boolean isJoined;

    /** The next item belongs to the same element as the previous one. */
    public TestConversation with() {
        isJoined = true;
        return this;
    }

    public TestConversation user(String text, Piece.Trait... traits) {
        return add(ItemKind.USER, text, text, CallSubject.NONE, Set.of(traits));
    }

    public TestConversation scaffold(String text) {
        return add(ItemKind.USER, text, text, CallSubject.NONE, Set.of(Piece.Trait.AGENT_TEXT));
    }

    /** A text of the agent about an event. */
    public TestConversation notice(String text) {
        return add(ItemKind.USER, text, text, CallSubject.NONE, Set.of(Piece.Trait.AGENT_TEXT, Piece.Trait.NOTICE));
    }

    public TestConversation system(String text) {
        return add(ItemKind.SYSTEM, text, text, CallSubject.NONE, Set.of());
    }

    public TestConversation assistant(String text) {
        return add(ItemKind.ASSISTANT, text, text, CallSubject.NONE, Set.of());
    }

    public TestConversation reasoning(String text) {
        return add(ItemKind.REASONING, text, text, CallSubject.NONE, Set.of());
    }

    /** A call of a tool on a file, or of a command. */
    public TestConversation call(String tool, String what) {
        String name = tool.equals("Bash") ? "command" : "file_path";
        subject = CallSubject.of(tool, List.of(new Argument(name, what)));
        return add(ItemKind.TOOL_CALL, "{\"" + name + "\":\"" + what + "\"}", what, subject, Set.of());
    }

    /** A call with these arguments as JSON. */
    public TestConversation callWith(String tool, String arguments) {
        subject = CallSubject.of(tool, List.of());
        return add(ItemKind.TOOL_CALL, arguments, arguments, subject, Set.of());
    }

    /** A search that the provider runs itself. */
    public TestConversation search(String what) {
        subject = CallSubject.of("web_search", List.of(new Argument("query", what)));
        return add(ItemKind.TOOL_CALL, what, what, subject, Set.of(Piece.Trait.FIXED, Piece.Trait.ANSWERED));
    }

    /** An item that the provider created for itself. */
    public TestConversation providerItem(String what) {
        return add(ItemKind.OTHER, what, what, CallSubject.NONE, Set.of());
    }

    /** A call that writes a file. */
    public TestConversation write(String path, String content) {
        subject = CallSubject.of("Write", List.of(new Argument("file_path", path), new Argument("content", content)));
        String json = content.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return add(
                ItemKind.TOOL_CALL,
                "{\"file_path\":\"" + path + "\",\"content\":\"" + json + "\"}",
                path + "\n" + content,
                subject,
                Set.of());
    }

    /** A call that writes a todo list. */
    public TestConversation todo(String... items) {
        subject = CallSubject.of("TodoWrite", List.of(new Argument("todos", items[0])));
        String list = String.join(
                ",",
                List.of(items).stream()
                        .map(item -> "{\"content\":\"" + item + "\"}")
                        .toList());
        String text = "{\"todos\":[" + list + "]}";
        return add(ItemKind.TOOL_CALL, text, String.join("\n", items), subject, Set.of());
    }

    /** The result of the newest call. */
    public TestConversation result(String text, Piece.Trait... traits) {
        return add(ItemKind.TOOL_RESULT, text, text, subject, Set.of(traits));
    }

    private TestConversation add(
            ItemKind kind, String text, String reading, CallSubject about, Set<Piece.Trait> traits) {
        Hash item = Hash.of(kind + text);
        parent = Hash.node(parent, item);
        int element = pieces.isEmpty() ? 0 : pieces.getLast().element() + (isJoined ? 0 : 1);
        isJoined = false;
        pieces.add(new Piece(parent, item, kind, element, COUNT.ofItem(text, 0, 0), about, traits));
        texts.add(text);
        readings.add(reading);
        return this;
    }

    public int size() {
        return pieces.size();
    }

    public Chain chain() {
        List<String> said = List.copyOf(texts);
        List<String> read = List.copyOf(readings);
        return new Chain(
                List.copyOf(pieces),
                said::get,
                read::get,
                index -> NumberedLines.of(said.get(index), pieces.get(index).subject())
                        .keys(),
                index -> RareNames.keys(read.get(index)),
                /* hasRecall= */ true);
    }

    /** Unique lines that contain a word and their number. */
    public static String lines(String word, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> word + " line " + i + " says something of its own")
                .collect(Collectors.joining("\n"));
    }
}
