package dev.throughline.app.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.testkit.growth.Growth;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Subject;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.fragment.CutNote;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.Layout;
import dev.throughline.workingset.fragment.Shortened;
import dev.throughline.workingset.fragment.Stub;
import dev.throughline.workingset.fragment.Vocabulary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every scanner of the working set, over texts that are meant to make it slow. */
final class WorkingSetGrowthTest {
    @Test
    void no_scanner_takes_more_than_its_share_of_a_hostile_text() {
        Map<String, Consumer<String>> scanners = new LinkedHashMap<>();
        scanners.put("Vocabulary.keys", Vocabulary::keys);
        scanners.put("Lines.of", Lines::of);
        scanners.put("TokenCount", text -> TokenCount.of("gpt-5").ofItem(text, 0, 0));
        scanners.put(
                "Subject.of a command", text -> Subject.of("bash", List.of(new Subject.Argument("command", text))));
        scanners.put(
                "Subject.of a read",
                text -> Subject.of("bash", List.of(new Subject.Argument("command", "cat" + text + "|"))));
        scanners.put(
                "Subject.of a read in a folder",
                text -> Subject.of(
                        "bash", List.of(new Subject.Argument("command", "cd " + text + "&& cat x && " + text))));
        scanners.put(
                "Subject.of a patch",
                text -> Subject.of(
                        "apply_patch", List.of(new Subject.Argument("input", text.replace("\n", "\n*** Add File: ")))));
        scanners.put("Subject.of a path", text -> Subject.of(text, List.of(new Subject.Argument("path", text))));
        scanners.put("Shortened.of", text -> Shortened.of(text, 0.3, "ab12cd34"));
        scanners.put("Layout.plain", text -> Layout.plain(text, Subject.NONE));
        scanners.put("CutNote.isIn", CutNote::isIn);
        for (Subject.Sort sort : List.of(Subject.Sort.OTHER, Subject.Sort.RUN, Subject.Sort.WRITE)) {
            scanners.put("Stub.of " + sort, text -> {
                Chain chain = chain(text, "{}", sort);
                Stub.of(chain, 1, new Vocabulary(chain), _ -> false);
            });
        }
        scanners.put("Stub.ofCall", text -> Stub.ofCall(chain("", "{\"a\":" + text), 2));
        scanners.put("Stub.emptied", Stub::emptied);
        scanners.put("Stub.superseded", text -> {
            BitSet shown = new BitSet();
            int lines = Lines.of(text).count();
            for (int i = 0; i < lines; i += 2) {
                shown.set(i);
            }
            Stub.superseded(chain(text, "{}"), 1, shown);
        });
        scanners.put("Digest.of", text -> {
            Chain chain = chain(text, text);
            Digest.of(chain, 0, 3, new Vocabulary(chain), 4_000);
        });
        assertEquals(List.of(), Growth.tooFast(scanners));
    }

    private static Chain chain(String result, String call) {
        return chain(result, call, Subject.Sort.OTHER);
    }

    /** A question, what a tool said, a call, and an answer. */
    private static Chain chain(String result, String call, Subject.Sort sort) {
        Subject subject = Subject.of("tool", sort, List.of("a.go"), "a.go");
        List<String> texts = List.of("What is it?", result, call, result);
        List<ItemKind> kinds = List.of(ItemKind.USER, ItemKind.TOOL_RESULT, ItemKind.TOOL_CALL, ItemKind.ASSISTANT);
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            Hash item = Hash.of("item " + i);
            pieces.add(new Piece(item, item, kinds.get(i), i, 1, subject, Set.of()));
        }
        return new Chain(
                pieces,
                texts::get,
                texts::get,
                i -> Lines.of(texts.get(i)).keys(),
                i -> Vocabulary.keys(texts.get(i)),
                /* hasRecall= */ true);
    }
}
