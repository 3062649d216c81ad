// Options for what files leave open: their encoding, and the order of day and month in dates.

import ArgumentParser
import Geo

/// Options for files that do not show how they are written.
struct FileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The order of dates such as 3/2/2026 in files: dmy or mdy; what other dates of the "
                + "file show by default.", valueName: "order"), transform: FileOptions.order)
    var dates: DateOrder?

    @Option(
        help: ArgumentHelp(
            "The encoding of files of text that are not UTF-8, such as windows-1250; UTF-16 is "
                + "known by its mark, XML by its declaration, Windows-1252 by its bytes.",
            valueName: "name"))
    var encoding: String?

    func validate() throws {
        if let encoding, TextEncoding(named: encoding) == nil {
            throw ValidationError(
                "--encoding: \"\(encoding)\" is not known; give a name such as windows-1252, "
                    + "windows-1250 or ISO-8859-2.")
        }
    }

    private static func order(_ text: String) throws -> DateOrder {
        if let order = DateOrder(rawValue: text.lowercased()) { return order }
        throw ValidationError("--dates: \"\(text)\" is neither dmy nor mdy.")
    }

    /// What messages about files say of these options.
    static let advice = FileAdvice(
        encoding: "name its encoding, such as --encoding windows-1250",
        dates: "give --dates dmy or --dates mdy")

    /// The options as hints for readers.
    var hints: FileHints {
        var hints = FileHints(encoding: encoding, dates: dates)
        hints.advice = Self.advice
        return hints
    }
}
