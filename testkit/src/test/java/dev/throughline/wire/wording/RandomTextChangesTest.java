package dev.throughline.wire.wording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Headers;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.validation.RequestValidator;
import dev.throughline.simulator.validation.ValueSigner;
import dev.throughline.testkit.history.Plan;
import dev.throughline.testkit.history.RandomHistory;
import dev.throughline.testkit.history.Step;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.TextChange;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.request.RequestRewriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Random changes to the texts of random histories in all variations, compared with a naive model that replaces the
 * JSON values, and checked by the validator of the simulator.
 */
final class RandomTextChangesTest {
    private static final int STEPS = 30;
    private static final int ROUNDS = 4;
    private static final int ENOUGH = 100;
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Headers BETA = Headers.of("anthropic-beta", "mid-conversation");
    private static final String[] WORDS = {
        "done",
        "\"",
        "\\",
        "\u0000",
        "\u001f",
        "\n",
        "\t",
        "é",
        "😀",
        "\u2028",
        "\ufeff",
        "/",
        "{\"a\":1}",
        "</tool>",
        " "
    };

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    RandomTextChangesTest() {
        System.out.println("random text changes: seed " + seed);
    }

    /** One element of a request as it was sent, and the same element without variations. */
    private record Case(Wire wire, Request request, int index, Bytes plain) {
        Bytes element() {
            return request.raw(request.history().get(index)).compact();
        }

        List<Item> items(Bytes element) {
            return wire.itemise(element, new Span(0, element.length()));
        }

        List<Hash> ids(Bytes element) {
            return items(element).stream().map(Item::id).toList();
        }

        Request with(Bytes element) {
            return wire.decode(
                    RequestRewriter.apply(request, List.of(new RequestChange.ReplaceElement(index, element))));
        }
    }

    @ParameterizedTest
    @EnumSource
    void replacing_texts_of_calls_and_results_changes_no_other_byte(SimulatedDialect dialect) {
        int reworded = 0;
        for (Case testCase : cases(dialect, ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT)) {
            Bytes element = testCase.element();
            List<Item> items = testCase.items(element);
            List<TextChange> changes = changes(items);
            if (changes.isEmpty()) {
                continue;
            }
            Bytes after = testCase.wire.editor().replaceTexts(element, changes);
            assertEquals(replaceNaively(element, items, changes), after, this::seed);
            assertEquals(after, testCase.wire.editor().replaceTexts(after, changes), this::seed);
            assertEquals(outline(items), outline(testCase.items(after)), this::seed);
            for (TextChange change : changes) {
                Item item = testCase.items(after).get(change.item());
                assertEquals(
                        change.text(),
                        testCase.wire.editor().content(after, item).text(),
                        this::seed);
            }
            assertEquals(
                    testCase.ids(after),
                    testCase.ids(testCase.wire.editor().replaceTexts(testCase.plain, changes)),
                    this::seed);
            assertAccepted(testCase.with(after));
            reworded += changes.size();
        }
        assertTrue(reworded > 0, seed());
    }

    @ParameterizedTest
    @EnumSource
    void a_replaced_message_text_can_be_read_back_and_is_accepted(SimulatedDialect dialect) {
        for (Case testCase : cases(dialect)) {
            Bytes element = testCase.element();
            List<Item> items = testCase.items(element);
            for (int i = 0; i < items.size(); i++) {
                boolean isMessage = Stream.of(ItemKind.SYSTEM, ItemKind.USER, ItemKind.ASSISTANT)
                        .anyMatch(items.get(i).kind()::equals);
                if (isMessage && testCase.wire.editor().isEditable(element, items.get(i))) {
                    TextChange change = new TextChange(i, "x" + text());
                    Bytes after = testCase.wire.editor().replaceTexts(element, List.of(change));
                    ItemContent was = testCase.wire.editor().content(element, items.get(i));
                    ItemContent is = testCase.wire
                            .editor()
                            .content(after, testCase.items(after).get(i));
                    assertEquals(
                            new ItemContent(change.text(), was.pictures(), was.sealedBytes(), false), is, this::seed);
                    assertEquals(outline(items), outline(testCase.items(after)), this::seed);
                    assertAccepted(testCase.with(after));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void prepending_a_text_does_not_change_the_text_of_the_message(SimulatedDialect dialect) {
        int prepended = 0;
        for (Case testCase : cases(dialect, ItemKind.USER)) {
            Bytes element = testCase.element();
            List<Item> items = testCase.items(element);
            if (items.stream().noneMatch(item -> item.kind() == ItemKind.USER)) {
                continue;
            }
            String text = "put " + text();
            Bytes after = testCase.wire.editor().prepend(element, text);
            String gap = dialect == SimulatedDialect.CHAT && isString(element) ? "\n\n" : "\n";
            assertEquals(text + gap + words(testCase, element), words(testCase, after), this::seed);
            assertTrue(
                    dialect != SimulatedDialect.MESSAGES || testCase.ids(after).containsAll(testCase.ids(element)),
                    this::seed);
            assertTrue(
                    dialect == SimulatedDialect.CHAT
                            || testCase.ids(after)
                                    .equals(testCase.ids(testCase.wire.editor().prepend(testCase.plain, text))),
                    this::seed);
            assertAccepted(testCase.with(after));
            prepended++;
        }
        assertTrue(prepended > 0, seed());
    }

    @ParameterizedTest
    @EnumSource
    void an_added_user_message_is_accepted_at_the_end(SimulatedDialect dialect) {
        for (Case testCase : cases(dialect)) {
            Bytes message = testCase.wire.editor().userMessage("we add " + text());
            RequestChange last =
                    new RequestChange.InsertAfter(testCase.request.history().size() - 1, message);
            assertAccepted(testCase.wire.decode(RequestRewriter.apply(testCase.request, List.of(last))));
            assertEquals(List.of("USER Optional.empty Optional.empty"), outline(testCase.items(message)), this::seed);
        }
    }

    /** Cases of at least some rounds, and of as many more as are needed for enough elements of the given kinds. */
    private List<Case> cases(SimulatedDialect dialect, ItemKind... kinds) {
        List<Case> cases = new ArrayList<>();
        for (int round = 0; round < ROUNDS || (kinds.length > 0 && sights(cases, Set.of(kinds)) < ENOUGH); round++) {
            for (Step step : new RandomHistory(Plan.wild(dialect, seed + round)).next(STEPS)) {
                Request request = Dialects.of(dialect.dialect()).decode(step.request());
                for (int i = step.known(); i < step.history().size(); i++) {
                    cases.add(new Case(
                            Dialects.of(dialect.dialect()),
                            request,
                            i,
                            step.history().get(i)));
                }
                int any = random.nextInt(step.history().size());
                cases.add(new Case(
                        Dialects.of(dialect.dialect()),
                        request,
                        any,
                        step.history().get(any)));
            }
        }
        return cases;
    }

    private static long sights(List<Case> cases, Set<ItemKind> kinds) {
        return cases.stream()
                .filter(testCase ->
                        testCase.items(testCase.element()).stream().anyMatch(item -> kinds.contains(item.kind())))
                .count();
    }

    private List<TextChange> changes(List<Item> items) {
        List<TextChange> changes = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            boolean isCall = items.get(i).kind() == ItemKind.TOOL_CALL;
            if ((isCall || items.get(i).kind() == ItemKind.TOOL_RESULT) && random.nextInt(4) > 0) {
                String text =
                        isCall ? "{\"command\": " + JsonBuilder.quoted(text()).utf8() + "}" : text();
                changes.add(random.nextInt(changes.size() + 1), new TextChange(i, text));
            }
        }
        return changes;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        while (random.nextInt(6) > 0) {
            text.append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }

    /** The element with the values put in by hand, from the last to the first. */
    private static Bytes replaceNaively(Bytes element, List<Item> items, List<TextChange> changes) {
        Bytes after = element;
        List<TextChange> backwards = new ArrayList<>(changes);
        backwards.sort((one, other) -> Integer.compare(other.item(), one.item()));
        for (TextChange change : backwards) {
            Bytes old = value(element.slice(items.get(change.item()).raw()));
            int start = old.offset() - element.offset();
            boolean isObject = RawObject.first(old) == '{';
            after = new JsonBuilder()
                    .add(after.slice(new Span(0, start)))
                    .add(isObject ? Bytes.of(change.text()) : JsonBuilder.quoted(change.text()))
                    .add(after.slice(new Span(start + old.length(), after.length())))
                    .toBytes();
        }
        return after;
    }

    /** The value that holds what a call or a result says, in whatever dialect. */
    private static Bytes value(Bytes item) {
        Optional<RawObject> members = RawObject.of(item);
        if (members.isEmpty()) {
            return item;
        }
        RawObject named = members.get()
                .object("function")
                .or(() -> members.get().object("custom"))
                .orElse(members.get());
        return Stream.of("content", "output", "arguments", "input")
                .flatMap(name -> named.raw(name).stream())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> outline(List<Item> items) {
        return items.stream()
                .map(item -> item.kind() + " " + item.tool() + " " + item.call())
                .toList();
    }

    private static String words(Case testCase, Bytes element) {
        return String.join(
                "\n",
                testCase.items(element).stream()
                        .filter(item -> item.kind() == ItemKind.USER)
                        .map(item -> testCase.wire.editor().content(element, item))
                        .filter(content -> !content.text().isEmpty())
                        .map(ItemContent::text)
                        .toList());
    }

    private static boolean isString(Bytes element) {
        return RawObject.of(element).orElseThrow().text("content").isPresent();
    }

    private void assertAccepted(Request request) {
        assertEquals(List.of(), Dialects.of(request.dialect()).validate(request), this::seed);
        RequestValidator.of(SimulatedDialect.of(request.dialect()), new ValueSigner("secret"))
                .check(MAPPER.readTree(request.body().toArray()), BETA);
    }

    private String seed() {
        return "seed " + seed;
    }
}
