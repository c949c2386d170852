package dev.throughline.bench.retrieval;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import dev.throughline.search.text.Chunker;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Real text, cut into as many different chunks as are wanted, each a document of its own.
 *
 * <p>First the judged corpora, then what agents, people and tools said in recorded sessions. One reading does not give
 * a hundred thousand chunks, so the later readings cut the same texts at other places, by starting further down. Texts
 * that come again word for word, as files read twice do, are taken once.
 */
final class Passages {
    private static final ObjectMapper TREES = new ObjectMapper();

    /** How much further down each reading begins; no multiple of it is the length of a chunk. */
    private static final int SHIFT_CHARACTERS = 457;

    /** More readings than this would only give the same words again. */
    private static final int MOST_READINGS = 6;

    private final int most;
    private final Map<String, SearchDocument> found = new LinkedHashMap<>();

    private Passages(int most) {
        this.most = most;
    }

    /** At most so many passages from a folder with {@code retrieval} and {@code trajectories} in it. */
    static List<SearchDocument> read(Path data, int most) throws IOException {
        Passages passages = new Passages(most);
        for (int reading = 0; reading < MOST_READINGS && !passages.isEnough(); reading++) {
            int shift = reading * SHIFT_CHARACTERS;
            for (Path file : JudgedCorpus.files(data.resolve("retrieval"), "")) {
                JudgedCorpus.read(file).documents().forEach(each -> passages.cut(each.text(), shift));
            }
            for (Path file : JudgedCorpus.files(data.resolve("trajectories"), "")) {
                messages(file, text -> passages.cut(text, shift));
            }
        }
        return new ArrayList<>(passages.found.values());
    }

    private static void messages(Path file, Consumer<String> each) throws IOException {
        try (BufferedReader lines = JudgedCorpus.lines(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                for (JsonNode message : TREES.readTree(line).path("messages")) {
                    if (message.path("content").isString()) {
                        each.accept(message.path("content").asString());
                    }
                }
            }
        }
    }

    private boolean isEnough() {
        return found.size() >= most;
    }

    private void cut(String text, int shift) {
        if (text.length() <= shift || isEnough()) {
            return;
        }
        String rest = text.substring(shift);
        for (Chunker.TextChunk chunk : Chunker.plain(rest, Chunker.ChunkSize.DEFAULT)) {
            String passage = chunk.of(rest);
            if (!isEnough() && !passage.isBlank()) {
                found.computeIfAbsent(
                        passage, same -> SearchDocument.of(SearchScope.SESSIONS, "p" + found.size(), same));
            }
        }
    }
}
