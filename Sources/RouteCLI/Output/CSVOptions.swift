// Options for comma-separated values, shared by all commands that write them.

import ArgumentParser

/// How to write texts in comma-separated values.
struct CSVOptions: ParsableArguments {
    @Flag(
        name: .customLong("csv-formulas"),
        help: ArgumentHelp(
            "Write texts that begin with =, +, - or @ into CSV as they are. Without this flag an "
                + "apostrophe stands before them, so that a spreadsheet does not run them."))
    var hasFormulas = false
}
