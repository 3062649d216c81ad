// A batch's pages: a report for the day, and a sheet for each driver.

import ArgumentParser
import Geo

/// A batch's report and sheets.
struct PaperOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A page with the totals, a map and a timeline of each route.", valueName: "file.html"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "A folder with a sheet for each route, all in sheets.html to print, and a GPX file for "
                + "each.", valueName: "folder"))
    var sheets: String?

    @Option(
        help: ArgumentHelp(
            "The columns that report and sheets show below each stop, such as address,order. By "
                + "default, all that Waypost does not use itself.",
            valueName: "columns"))
    var show: String?

    func validate() throws {
        for (option, path) in [("--report", report), ("--sheets", sheets)] where path == "-" {
            throw ValidationError("\(option) is written to a file, not to standard output.")
        }
        if show != nil, paths.isEmpty {
            throw ValidationError("--show needs --report or --sheets.")
        }
    }

    /// The paths to write.
    var paths: [String] { [report, sheets].compactMap(\.self) }

    /// The given option, for messages.
    var option: String { report == nil ? "--sheets" : "--report" }

    /// The columns to show; `nil` for all.
    var columns: [String]? {
        show?.split(separator: ",").map { String($0).trimmingBlanks }
    }
}
