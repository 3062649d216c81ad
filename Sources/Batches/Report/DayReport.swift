// A batch's report: one page with the totals, a map, and a timeline of each route.

import Geo
package import Pictures

/// Writes a batch's report as one HTML page, without scripts and without other files.
///
/// ``DayRoutes`` reads one route after another from the batch's GeoPackage, and each is written
/// before the next is read, so memory does not grow with their number. The page has the totals
/// (``DayTotals``), messages and failures, the map (``DayMap``) and the timeline (``DayTimeline``).
/// `DaySheets` prints the same routes for drivers.
package struct DayReport {
    /// Everything in the report beside the routes.
    package struct Facts {
        package var title: String
        /// The batch's network and time.
        package var subtitle: String
        package var summary: BatchSummary
        package var totals: DayTotals
        package var attribution: String

        package init(
            title: String, subtitle: String, summary: BatchSummary, totals: DayTotals,
            attribution: String
        ) {
            self.title = title
            self.subtitle = subtitle
            self.summary = summary
            self.totals = totals
            self.attribution = attribution
        }

        /// The routes' looks; a route's number is its group's number.
        package var looks: RouteLooks { RouteLooks(routes: summary.routes + summary.failures) }
    }

    private let file: BatchFile
    private let routes: DayRoutes
    private let facts: Facts
    private let map: DayMap

    package init(_ file: BatchFile, routes: DayRoutes, facts: Facts, map: DayMap) {
        self.file = file
        self.routes = routes
        self.facts = facts
        self.map = map
    }

    /// Writes the page.
    ///
    /// - Throws: `FeatureStoreError` if the output cannot be read; errors of `write`.
    package func write(to write: (String) throws -> Void) throws {
        try write(head)
        try write(totals)
        let messages = try messages()
        try write(common(messages[nil] ?? []))
        try writeFailures(to: write)
        try write("<figure class=\"map\">\n")
        try map.write(title: facts.title, to: write)
        try write("</figure>\n")
        try writeTimeline(messages, to: write)
        try write(foot)
    }

    private var head: String {
        ReportStyle.head(title: facts.title, ReportStyle.css(facts.looks)) + """
            <main>
            <h1>\(Markup.escaped(facts.title))</h1>
            \(facts.totals.day.map { "<p class=\"day\">\($0)</p>" } ?? "")
            <p class="quiet">\(Markup.escaped(facts.subtitle))</p>

            """
    }

    private var foot: String {
        """
        <footer class="quiet">\(Markup.escaped(facts.attribution))</footer>
        </main>
        </body>
        </html>

        """
    }

    private var totals: String {
        let (summary, totals) = (facts.summary, facts.totals)
        var figures = [
            ("Rows read", "\(summary.rows)"), ("Routes", "\(summary.routes)"),
            ("Stops visited", "\(totals.visits)"),
        ]
        if let distance = totals.distance {
            figures.append(("Distance", FigureText.length(distance, routes.lengthUnit ?? "")))
        }
        figures += [
            ("Drive", FigureText.duration(minutes: totals.drive)),
            ("Service", FigureText.duration(minutes: totals.service)),
            ("Wait", FigureText.duration(minutes: totals.wait)),
        ]
        var problems = [("Late stops", totals.late), ("Stops not visited", totals.left)]
        problems.append(("Groups without a route", summary.failures))
        problems.append(("Rows of these groups", summary.failedRows))
        let items =
            figures.map { "<div><dt>\($0.0)</dt><dd>\(Markup.escaped($0.1))</dd></div>\n" }
            + problems.map { name, count in
                "<div\(count > 0 ? " class=\"bad\"" : "")><dt>\(name)</dt><dd>\(count)</dd></div>\n"
            }
        let state =
            summary.isComplete
            ? "" : "<p class=\"bad\">The batch was interrupted: other routes are missing.</p>\n"
        return state + "<dl class=\"totals\">\n" + items.joined() + "</dl>\n"
    }

    private func writeFailures(to write: (String) throws -> Void) throws {
        guard facts.summary.failures > 0 else { return }
        try write("<section>\n<h2>Without a route</h2>\n<ul class=\"failures\">\n")
        try file.forEachBatch(of: .failures) { rows in
            for feature in rows.features {
                let name = rows.string("RouteName", of: feature) ?? ""
                let text = (rows.string("Text", of: feature) ?? "")
                    .split(separator: "\n").map { Markup.escaped(String($0)) }
                    .joined(separator: "<br>")
                let count = rows.integer("StopCount", of: feature) ?? 0
                try write(
                    "<li><b>\(Markup.escaped(name.isEmpty ? "(no name)" : name))</b> "
                        + "<span class=\"quiet\">\(Self.stops(count))</span><br>\(text)</li>\n")
            }
        }
        try write("</ul>\n</section>\n")
    }

    /// The messages about each route, by its number; under `nil`, those about all routes.
    private func messages() throws -> [Int?: [String]] {
        var messages: [Int?: [String]] = [:]
        try file.forEachBatch(of: .messages) { rows in
            for feature in rows.features {
                guard let text = rows.string("Text", of: feature) else { continue }
                messages[rows.integer("RouteID", of: feature), default: []].append(text)
            }
        }
        return messages
    }

    private func common(_ messages: [String]) -> String {
        guard !messages.isEmpty else { return "" }
        return "<section>\n<h2>Messages</h2>\n\(DayTimeline.list(of: messages))</section>\n"
    }

    private func writeTimeline(
        _ messages: [Int?: [String]], to write: (String) throws -> Void
    ) throws {
        guard facts.totals.routes > 0 else { return }
        let timeline = DayTimeline(
            axis: facts.totals.axis, lengthUnit: routes.lengthUnit ?? "",
            looks: facts.looks)
        try write("<section>\n<h2>Timeline</h2>\n" + timeline.legend + timeline.scale)
        try routes.forEach { route in
            try write(timeline.row(of: route, messages: messages[route.number] ?? []))
        }
        try write("</section>\n")
    }

    /// Writes a number of stops in words.
    static func stops(_ count: Int) -> String { count == 1 ? "1 stop" : "\(count) stops" }
}
