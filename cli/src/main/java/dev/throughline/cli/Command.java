package dev.throughline.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One command: how it is called, and what it does. */
public interface Command {
    int OK = 0;
    int FAILED = 1;
    int WRONG_USAGE = 2;

    /** Its name, options, parameters and help; made anew by each call. */
    CommandSpec spec();

    /** Does the work and returns the exit code. */
    int run(ParseResult given);
}
