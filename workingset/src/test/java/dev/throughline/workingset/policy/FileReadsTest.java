package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FileReadsTest {
    private static List<Integer> reads(Chain chain) {
        return IntStream.range(0, chain.size())
                .filter(index -> FileReads.isRead(chain.piece(index)))
                .boxed()
                .toList();
    }

    private static BitSet bits(int... indexes) {
        BitSet bits = new BitSet();
        IntStream.of(indexes).forEach(bits::set);
        return bits;
    }

    @Test
    void a_read_is_a_result_with_a_part_of_one_file() {
        Chain chain = new TestConversation()
                .user("Fix it.")
                .call("Read", "a.go")
                .result("package a")
                .call("Bash", "cat b.go")
                .result("package b")
                .call("Bash", "cat b.go && cat c.go")
                .result("package b\npackage c")
                .call("Bash", "go test ./...")
                .result("ok")
                .write("a.go", "package a")
                .result("written")
                .chain();
        assertEquals(List.of(2, 4), reads(chain));
    }

    @Test
    void a_failed_read_a_picture_and_a_fixed_result_are_not_reads() {
        Chain chain = new TestConversation()
                .call("Read", "a.go")
                .result("no such file", Piece.Trait.ERROR)
                .call("Read", "a.png")
                .result("a picture", Piece.Trait.PICTURES)
                .call("Read", "b.go")
                .result("package b", Piece.Trait.FIXED)
                .chain();
        assertEquals(List.of(), reads(chain));
    }

    @Test
    void the_reads_of_one_file_belong_together() {
        Chain chain = new TestConversation()
                .call("Read", "/repo/a.go")
                .result("1")
                .call("Read", "/repo/b.go")
                .result("2")
                .call("Bash", "cat /repo/a.go")
                .result("3")
                .chain();
        assertEquals(Set.of(bits(1, 5), bits(3)), new HashSet<>(new FileReads(chain).reads()));
    }

    @Test
    void a_relative_path_in_a_shell_means_another_file_after_a_change_of_the_folder() {
        Chain chain = new TestConversation()
                .call("Bash", "cat a.go")
                .result("1")
                .call("Bash", "cat a.go")
                .result("1")
                .call("Bash", "make; cd other")
                .result("")
                .call("Bash", "cat a.go")
                .result("2")
                .call("Bash", "cat /repo/a.go")
                .result("3")
                .call("Read", "a.go")
                .result("4")
                .chain();
        FileReads files = new FileReads(chain);
        assertEquals(files.of(1), files.of(3));
        assertNotEquals(files.of(1), files.of(7));
        assertEquals("/repo/a.go", files.of(9));
        assertEquals("a.go", files.of(11), "a tool that is not a shell has its own folder");
    }

    @Test
    void a_file_is_written_between_two_reads_only_if_a_write_of_it_is_between_them() {
        Chain chain = new TestConversation()
                .write("/repo/src/a.go", "0")
                .result("written")
                .call("Read", "/repo/src/a.go")
                .result("1")
                .write("/repo/src/b.go", "2")
                .result("written")
                .call("Read", "/repo/src/a.go")
                .result("1")
                .write("src/a.go", "3")
                .result("written")
                .call("Read", "/repo/src/a.go")
                .result("3")
                .chain();
        FileReads files = new FileReads(chain);
        assertFalse(files.isWrittenBetween(3, 7), "another file was written");
        assertTrue(files.isWrittenBetween(7, 11), "a path is compared by its end");
        assertTrue(files.isWrittenBetween(3, 11));
        assertFalse(files.isWrittenBetween(11, 11));
    }
}
