package dev.throughline.memory.conversation;

import dev.throughline.engine.session.AgentMarkers;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Extracts what a person wrote from a user message. Agents add other text: reminders, the state of the machine,
 * instruction files, and blocks of Throughline. Such text is in tags, begins with known lines, or stands before and
 * below the words. The scaffolds in the table of {@link AgentMarkers} describe it. It is removed.
 */
public final class ScaffoldFilter {
    /** A filter with the built-in table. */
    public static final ScaffoldFilter BUILT_IN = new ScaffoldFilter(AgentMarkers.builtIn());

    /** Above this line an editor lists open files; the message of the person is below. */
    private static final String REQUEST = "## My request for Codex:";

    private final AgentMarkers markers;
    private final List<String> tags;
    private final List<String> openings;

    /** @param markers a table of which only the scaffolds are used */
    public ScaffoldFilter(AgentMarkers markers) {
        this.markers = markers;
        Map<Boolean, List<String>> texts = markers.all().stream()
                .filter(AgentMarkers.Marker::isScaffold)
                .filter(marker ->
                        marker.place() == AgentMarkers.Place.USER || marker.place() == AgentMarkers.Place.WITHIN)
                .map(AgentMarkers.Marker::text)
                .distinct()
                .collect(Collectors.partitioningBy(text -> text.startsWith("<")));
        this.tags = texts.getOrDefault(true, List.of()).stream()
                .map(text -> text.substring(1).replaceFirst("[\\s>].*", ""))
                .distinct()
                .toList();
        this.openings = texts.getOrDefault(false, List.of());
    }

    /** The text that the person wrote; may be empty. */
    public String of(String text) {
        String rest = markers.userText(text).words();
        for (String tag : tags) {
            rest = without(rest, tag);
        }
        int request = rest.indexOf(REQUEST);
        String plain = (request < 0 ? rest : rest.substring(request + REQUEST.length())).strip();
        return openings.stream().anyMatch(plain::startsWith) ? "" : plain;
    }

    /** Removes the elements with a tag; a start tag without an end tag is left as it is. */
    private static String without(String text, String tag) {
        int start = startTag(text, tag, 0);
        if (start < 0) {
            return text;
        }
        StringBuilder rest = new StringBuilder();
        int at = 0;
        while (start >= 0) {
            int end = text.indexOf("</" + tag, start);
            int stop = end < 0 ? -1 : text.indexOf('>', end);
            if (stop < 0) {
                break;
            }
            rest.append(text, at, start);
            at = stop + 1;
            start = startTag(text, tag, at);
        }
        return rest.append(text, at, text.length()).toString();
    }

    /** The next start tag with exactly this name. */
    private static int startTag(String text, String tag, int from) {
        int start = text.indexOf("<" + tag, from);
        while (start >= 0) {
            int next = start + 1 + tag.length();
            if (next < text.length() && (text.charAt(next) == '>' || Character.isWhitespace(text.charAt(next)))) {
                return start;
            }
            start = text.indexOf("<" + tag, next);
        }
        return -1;
    }
}
