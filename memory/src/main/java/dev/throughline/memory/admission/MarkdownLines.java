package dev.throughline.memory.admission;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a Markdown file of another program, as lines to propose. Headings, rules and fences are left out; a line
 * that is too long for memory becomes several.
 */
public final class MarkdownLines {
    private MarkdownLines() {}

    public static List<ProposedLine> of(String markdown, LineSource source) {
        List<ProposedLine> lines = new ArrayList<>();
        for (String line :
                withoutFrontMatter(markdown).lines().map(String::strip).toList()) {
            boolean isStructure = line.isEmpty() || line.startsWith("#") || line.startsWith("```") || isRule(line);
            if (!isStructure) {
                parts(LineSource.without(" " + line).strip())
                        .forEach(part -> lines.add(new ProposedLine(part, source)));
            }
        }
        return lines;
    }

    /** A file may begin with settings between two lines of three dashes. */
    private static String withoutFrontMatter(String markdown) {
        int end = markdown.startsWith("---\n") ? markdown.indexOf("\n---", 3) : -1;
        return end < 0 ? markdown : markdown.substring(end + "\n---".length());
    }

    private static boolean isRule(String line) {
        return line.chars().allMatch(sign -> sign == '-' || sign == '*' || sign == '_' || sign == '=' || sign == ' ');
    }

    /** Parts that are short enough, cut between words. */
    private static List<String> parts(String line) {
        List<String> parts = new ArrayList<>();
        String rest = line;
        while (rest.length() > Admission.MAX_CHARACTERS) {
            int space = rest.lastIndexOf(' ', Admission.MAX_CHARACTERS);
            int end = space > 0 ? space : rest.offsetByCodePoints(0, Admission.MAX_CHARACTERS / 2);
            parts.add(rest.substring(0, end).strip());
            rest = rest.substring(end).strip();
        }
        parts.add(rest);
        return parts;
    }
}
