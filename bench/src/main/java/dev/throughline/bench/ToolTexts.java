package dev.throughline.bench;

import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.RecordingFiles;
import dev.throughline.simulator.recording.Trajectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Tool calls and the output of tools, from recorded sessions or generated. Texts have the order of the recording, so
 * that lines repeat about as often as in real sessions. Not thread-safe.
 */
final class ToolTexts {
    private static final int MOST_CHARACTERS = 8 << 20;
    private static final int MOST_ARGUMENTS = 240;
    private static final int MADE_UP_FILES = 400;
    private static final int MADE_UP_LINES = 160;
    private static final String[] WORDS = {
        "parse", "Header", "token", "Index", "buffer", "Limit", "session", "Store", "open", "Cache", "write", "Node"
    };

    private final List<RecordedCall> calls;
    private final String text;
    private int nextCall;
    private int at;

    private ToolTexts(List<RecordedCall> calls, String text) {
        this.calls = calls;
        this.text = text;
    }

    /** The calls and results of a file of recorded sessions. */
    static ToolTexts recorded(Path file) throws IOException {
        List<RecordedCall> calls = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Supplier<Trajectory> session : RecordingFiles.of(file, /* limit= */ 0)) {
            for (RecordedMessage message : session.get().messages()) {
                message.calls().stream()
                        .filter(call -> call.arguments().length() <= MOST_ARGUMENTS
                                && call.arguments().startsWith("{"))
                        .forEach(calls::add);
                if (message.is(RecordedMessage.Role.TOOL)) {
                    text.append(message.content()).append('\n');
                }
            }
            if (text.length() > MOST_CHARACTERS) {
                break;
            }
        }
        return new ToolTexts(calls, text.toString());
    }

    /** Generated texts: the source code of a project, of which every third file is read again. */
    static ToolTexts madeUp(long seed) {
        Random random = new Random(seed);
        List<RecordedCall> calls = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        List<String> files = new ArrayList<>();
        for (int i = 0; i < MADE_UP_FILES; i++) {
            calls.add(new RecordedCall("", "read_file", "{\"path\":\"src/main/java/a/File" + i + ".java\"}"));
            calls.add(new RecordedCall("", "bash", "{\"command\":\"grep -rn value" + i + " src\"}"));
            String file = i % 3 == 2 ? files.get(random.nextInt(files.size())) : file(random);
            files.add(file);
            text.append(file);
        }
        return new ToolTexts(calls, text.toString());
    }

    private static String file(Random random) {
        StringBuilder file = new StringBuilder();
        for (int line = 1; line <= MADE_UP_LINES; line++) {
            String name = name(random) + random.nextInt(100);
            file.append(line)
                    .append("→    private final Map<String, ")
                    .append(name(random))
                    .append("> ")
                    .append(name)
                    .append(" = new HashMap<>(")
                    .append(random.nextInt(10_000))
                    .append("); // \"")
                    .append(name(random))
                    .append("\"\n");
        }
        return file.toString();
    }

    private static String name(Random random) {
        return WORDS[random.nextInt(WORDS.length)] + WORDS[random.nextInt(WORDS.length)];
    }

    /** Continues at another position, so that the sessions of a run differ. */
    void moveTo(int session) {
        at = (int) (session * 1_234_577L % text.length());
        nextCall = session * 7;
    }

    /** The next call, with a unique id. */
    RecordedCall call(int number) {
        RecordedCall next = calls.get(nextCall++ % calls.size());
        return new RecordedCall("call_" + number, next.name(), next.arguments());
    }

    /** The next characters of the output of tools. */
    String text(int characters) {
        if (at + characters > text.length()) {
            at = 0;
        }
        int from = at;
        at += characters;
        int end = Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
        return text.substring(Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from, end);
    }
}
