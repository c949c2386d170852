package dev.throughline.cli.terminal;

import dev.throughline.model.text.DisplayText;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns, each as wide as its widest cell; a column named with a leading {@code >} is flush right. */
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
        screen.out().println(screen.paint(Screen.Colour.HEADING, line(plainTitles())));
        rows.forEach(row -> screen.out().println(line(row)));
    }

    private List<String> plainTitles() {
        return titles.stream()
                .map(title -> title.startsWith(">") ? title.substring(1) : title)
                .toList();
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String pad = " ".repeat(width(i) - length(cells.get(i)));
            boolean isRight = titles.get(i).startsWith(">");
            line.append(isRight ? pad + cells.get(i) : cells.get(i) + pad).append("  ");
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int width = length(plainTitles().get(column));
        for (List<String> row : rows) {
            width = Math.max(width, length(row.get(column)));
        }
        return width;
    }

    private static int length(String text) {
        return DisplayText.columns(text);
    }
}
