package dev.throughline.cli.terminal;

import dev.throughline.model.text.DisplayText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table with columns as wide as their widest cell. A column whose title starts with {@code >} is aligned right. */
public final class Table {
    private final List<String> titles;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... titles) {
        this.titles = List.of(titles);
    }

    public void row(String... cells) {
        if (cells.length != titles.size()) {
            throw new IllegalArgumentException("expected " + titles.size() + " cells, found " + cells.length);
        }
        rows.add(List.of(cells));
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public void print(Screen screen) {
        List<String> headings = titles.stream()
                .map(title -> isRightAligned(title) ? title.substring(1) : title)
                .toList();
        int[] widths = headings.stream().mapToInt(DisplayText::columns).toArray();
        for (List<String> row : rows) {
            Arrays.setAll(widths, i -> Math.max(widths[i], DisplayText.columns(row.get(i))));
        }
        screen.out().println(screen.coloured(Screen.Colour.HEADING, line(headings, widths)));
        rows.forEach(row -> screen.out().println(line(row, widths)));
    }

    private static boolean isRightAligned(String title) {
        return title.startsWith(">");
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String pad = " ".repeat(widths[i] - DisplayText.columns(cell));
            line.append(isRightAligned(titles.get(i)) ? pad + cell : cell + pad).append("  ");
        }
        return line.toString().stripTrailing();
    }
}
