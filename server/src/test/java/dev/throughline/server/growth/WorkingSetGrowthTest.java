package dev.throughline.server.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.text.TokenCount;
import dev.throughline.testkit.growth.Growth;
import dev.throughline.workingset.CallKind;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.NumberedLines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.fragment.CutNote;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.PlainResult;
import dev.throughline.workingset.fragment.RareNames;
import dev.throughline.workingset.fragment.ShortenedText;
import dev.throughline.workingset.fragment.Stub;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every scanner of the working set, with texts that are meant to make it slow. */
final class WorkingSetGrowthTest {
    @Test
    void no_scanner_needs_quadratic_time_for_a_hostile_text() {
        Map<String, Consumer<String>> scanners = new LinkedHashMap<>();
        scanners.put("RareNames.keys", RareNames::keys);
        scanners.put("Lines.of", text -> NumberedLines.of(text, CallSubject.NONE));
        scanners.put("TokenCount", text -> TokenCount.of("gpt-5").ofItem(text, 0, 0));
        scanners.put(
                "Subject.of a command",
                text -> CallSubject.of("bash", List.of(new CallSubject.Argument("command", text))));
        scanners.put(
                "Subject.of a read",
                text -> CallSubject.of("bash", List.of(new CallSubject.Argument("command", "cat" + text + "|"))));
        scanners.put(
                "Subject.of a read in a folder",
                text -> CallSubject.of(
                        "bash", List.of(new CallSubject.Argument("command", "cd " + text + "&& cat x && " + text))));
        scanners.put(
                "Subject.of a patch",
                text -> CallSubject.of(
                        "apply_patch",
                        List.of(new CallSubject.Argument("input", text.replace("\n", "\n*** Add File: ")))));
        scanners.put(
                "Subject.of a path", text -> CallSubject.of(text, List.of(new CallSubject.Argument("path", text))));
        scanners.put("Shortened.of", text -> ShortenedText.of(text, CallSubject.NONE, 0.3, "ab12cd34"));
        scanners.put("PlainResult.of", text -> PlainResult.of(text, CallSubject.NONE));
        scanners.put("CutNote.isIn", CutNote::isIn);
        for (CallKind kind : List.of(CallKind.OTHER, CallKind.RUN, CallKind.WRITE)) {
            scanners.put("Stub.of " + kind, text -> {
                Chain chain = chain(text, "{}", kind);
                Stub.of(chain, 1, new RareNames(chain), _ -> false);
            });
        }
        scanners.put("Stub.ofCall", text -> Stub.ofCall(chain("", "{\"a\":" + text), 2));
        scanners.put("Stub.emptied", Stub::emptied);
        scanners.put("Stub.superseded", text -> {
            BitSet shown = new BitSet();
            int lines = NumberedLines.of(text, CallSubject.NONE).count();
            for (int i = 0; i < lines; i += 2) {
                shown.set(i);
            }
            Stub.superseded(chain(text, "{}"), 1, shown);
        });
        scanners.put("Digest.of", text -> {
            Chain chain = chain(text, text);
            Digest.of(chain, 0, 3, new RareNames(chain), 4_000);
        });
        assertEquals(List.of(), Growth.tooFast(scanners));
    }

    private static Chain chain(String result, String call) {
        return chain(result, call, CallKind.OTHER);
    }

    /** A question, a tool result, a call, and a reply. */
    private static Chain chain(String result, String call, CallKind kind) {
        CallSubject subject = CallSubject.of("tool", kind, List.of("a.go"), "a.go");
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
                i -> NumberedLines.of(texts.get(i), CallSubject.NONE).keys(),
                i -> RareNames.keys(texts.get(i)),
                /* hasRecall= */ true);
    }
}
