package dev.throughline.app;

/** The program. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println("hello");
    }
}
