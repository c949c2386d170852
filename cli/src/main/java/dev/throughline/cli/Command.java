package dev.throughline.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A command of the command line. */
public interface Command {
    int OK = 0;
    int FAILED = 1;
    int WRONG_USAGE = 2;

    /** Its options, parameters and help. */
    CommandSpec spec();

    /** Does the work and returns the exit code. */
    int run(ParseResult given);
}
