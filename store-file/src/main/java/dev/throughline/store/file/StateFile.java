package dev.throughline.store.file;

import dev.throughline.engine.archive.Store;
import dev.throughline.files.PrivateFiles;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import dev.throughline.store.file.format.DamagedException;
import dev.throughline.store.file.format.ExactBytes;
import dev.throughline.store.file.format.JsonLineWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A session's state as one file, replaced as a whole:
 *
 * <pre>{"version":3,"hash":"s2:…","raw":{…}}</pre>
 *
 * {@code version} counts the replacements, {@code hash} is that of the document, and the document is the last field, in
 * one of the forms of {@link ExactBytes}. A file that does not match its hash is moved to the quarantine, and the state
 * is empty again, with version 0. The caller makes sure that one thread writes at a time.
 */
record StateFile(Home home, SessionRef ref) {
    private static final Store.StateDocument NONE = new Store.StateDocument(0, Bytes.EMPTY);
    private static final int LONGEST_START = 128;
    private static final Pattern START = Pattern.compile("\\{\"version\":(\\d{1,18}),\"hash\":\"(s2:[a-z2-7]{32})\",");

    Store.StateDocument read() throws IOException {
        return home.read(file(), "the state is damaged", StateFile::parse).orElse(NONE);
    }

    void write(Store.StateDocument state) throws IOException {
        JsonLineWriter json = new JsonLineWriter()
                .open()
                .field("version", state.version())
                .field("hash", state.document().hash().text());
        ExactBytes.write(json, state.document());
        home.createSession(ref);
        PrivateFiles.replaceForced(file(), json.close().toArray());
        home.forceNames(ref);
    }

    private static Store.StateDocument parse(byte[] bytes) {
        String start = new String(bytes, 0, Math.min(bytes.length, LONGEST_START), StandardCharsets.ISO_8859_1);
        Matcher matcher = START.matcher(start);
        if (!matcher.lookingAt()) {
            throw new DamagedException("expected a version and a hash first");
        }
        Bytes document = ExactBytes.read(bytes, matcher.end());
        if (!document.hash().text().equals(matcher.group(2))) {
            throw new DamagedException("the document has another hash");
        }
        return new Store.StateDocument(Long.parseLong(matcher.group(1)), document);
    }

    private Path file() {
        return home.session(ref).resolve("state.json");
    }
}
