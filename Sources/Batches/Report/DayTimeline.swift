// A report's timeline: a bar for each route, and a table with its stops that opens.

import Geo
import Pictures

/// Writes the rows of a timeline.
struct DayTimeline {
    let axis: DayAxis
    /// The length unit; empty if unknown.
    let lengthUnit: String
    /// The routes' looks, the same as on the map.
    var looks = RouteLooks(routes: 1)

    /// The meaning of the colors.
    var legend: String {
        let kinds = [
            ("drive", "drive"), ("wait", "wait"), ("service", "service"),
            ("window", "time window"), ("late", "late"),
        ]
        return "<p class=\"legend\">"
            + kinds.map { "<span><i class=\"\($0.0)\"></i>\($0.1)</span>" }.joined(separator: " ")
            + "</p>\n"
    }

    /// The hours above the bars.
    var scale: String {
        let ticks = axis.ticks.dropLast().map { tick in
            "<span style=\"left:\(Self.number(axis.place(tick)))%\">\(axis.text(tick))</span>"
        }
        let label = axis.isClock ? "Local time" : "Hours since the start"
        return "<div class=\"scale\" role=\"img\" aria-label=\"\(label)\">"
            + ticks.joined() + "</div>\n"
    }

    /// Writes a route's bar with a table of its stops.
    ///
    /// - Parameter messages: The messages about the route.
    func row(of route: DayRoute, messages: [String] = []) -> String {
        let color = "var(--\(looks.name(ofRoute: route.number - 1)))"
        let name = route.name.isEmpty ? "Route \(route.number)" : route.name
        return """
            <details class="route" id="route-\(route.number)">
            <summary><span class="head">\
            <i class="swatch" style="background:\(color)">\(route.number)</i>\
            <b>\(Markup.escaped(name))</b> <span class="quiet">\(facts(of: route))</span>\
            </span>\(track(of: route, color))</summary>
            \(Self.list(of: messages))\(table(of: route))\
            <p class="links">\(Self.links(of: route))</p>
            </details>

            """
    }

    private func facts(of route: DayRoute) -> String {
        var parts = [DayReport.stops(route.visits.count)]
        if let distance = route.distance {
            parts.append(FigureText.length(distance, lengthUnit))
        }
        if let span = route.span {
            parts.append(
                route.hasClock
                    ? "\(axis.text(span.lowerBound))–\(axis.text(span.upperBound))"
                    : FigureText.duration(minutes: span.upperBound - span.lowerBound))
        }
        if route.wait > 0 { parts.append("wait \(FigureText.duration(minutes: route.wait))") }
        var text = parts.map(Markup.escaped).joined(separator: " · ")
        if route.lateCount > 0 { text += " · <span class=\"bad\">\(route.lateCount) late</span>" }
        if !route.left.isEmpty {
            text += " · <span class=\"bad\">\(route.left.count) not visited</span>"
        }
        return text
    }

    /// Draws a route's bars: travel, waiting and service above, the stops' windows below.
    private func track(of route: DayRoute, _ color: String) -> String {
        guard let span = route.span else { return "" }
        // Routes without a start time begin where the axis begins.
        let shift = route.hasClock || !axis.isClock ? 0 : axis.range.lowerBound - span.lowerBound
        var bars = bar("drive", span.lowerBound + shift, span.upperBound + shift, color)
        var windows = ""
        for visit in route.visits {
            let begin = visit.arrival + visit.wait + shift
            if visit.wait > 0 { bars += bar("wait", visit.arrival + shift, begin) }
            if visit.service > 0 { bars += bar("service", begin, begin + visit.service) }
            if visit.violation > 0 {
                bars += "<i class=\"late\" style=\"left:\(Self.number(axis.place(begin)))%\"></i>"
            }
            guard let window = visit.window else { continue }
            let kind = visit.violation > 0 ? "window missed" : "window"
            windows += bar(kind, window.lowerBound, window.upperBound)
        }
        return "<span class=\"track\">\(bars)</span>"
            + (windows.isEmpty ? "" : "<span class=\"track thin\">\(windows)</span>")
    }

    private func bar(
        _ kind: String, _ from: Double, _ to: Double, _ color: String? = nil
    ) -> String {
        let (left, right) = (axis.place(from), axis.place(to))
        let background = color.map { ";background:\($0)" } ?? ""
        return "<i class=\"\(kind)\" style=\"left:\(Self.number(left))%;"
            + "width:\(Self.number(right - left))%\(background)\"></i>"
    }

    private func table(of route: DayRoute) -> String {
        let rows = route.visits.map { visit in
            let isLate = visit.violation > 0
            let window = visit.window.map {
                "\(axis.text($0.lowerBound))–\(axis.text($0.upperBound))"
            }
            // The columns for which a phone has no room come last.
            let cells = [
                ("", "\(visit.sequence)"), ("", Self.stop(visit)),
                ("", axis.text(visit.arrival)),
                ("", isLate ? FigureText.duration(minutes: visit.violation) : ""),
                ("", window ?? ""),
                ("more", visit.wait > 0 ? FigureText.duration(minutes: visit.wait) : ""),
                ("more", visit.service > 0 ? FigureText.duration(minutes: visit.service) : ""),
                ("more", axis.text(visit.departure)),
            ]
            return "<tr\(isLate ? " class=\"bad\"" : "")>"
                + cells.map { Self.cell("td", $0.0, $0.1) }.joined() + "</tr>\n"
        }
        let names = [
            ("", ""), ("", "Stop"), ("", "Arrives"), ("", "Late"), ("", "Window"), ("more", "Wait"),
            ("more", "Service"), ("more", "Leaves"),
        ]
        let head = names.map { Self.cell("th scope=\"col\"", $0.0, $0.1) }.joined()
        let left =
            route.left.isEmpty
            ? ""
            : "<p class=\"bad\">Not visited: "
                + route.left.map(Markup.escaped).joined(separator: ", ") + "</p>\n"
        return "<div class=\"wide\"><table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n"
            + rows.joined() + "</tbody>\n</table></div>\n" + left
    }

    /// Writes a table cell.
    private static func cell(_ tag: String, _ kind: String, _ text: String) -> String {
        let name = tag.prefix { $0 != " " }
        return "<\(tag)\(kind.isEmpty ? "" : " class=\"\(kind)\"")>\(text)</\(name)>"
    }

    /// Writes a stop with values from its row: the address, the order.
    static func stop(_ visit: DayVisit) -> String {
        let details = visit.details.map {
            "<span class=\"detail\"><span class=\"quiet\">\(Markup.escaped($0.name))</span> "
                + "\(Markup.escaped($0.value))</span>"
        }
        return Markup.escaped(visit.name) + details.joined()
    }

    /// The links that open a route on a phone.
    static func links(of route: DayRoute) -> String {
        let links = PhoneMap.links(of: route)
        return links.map { link in
            let stops = "\(link.stops.lowerBound)–\(link.stops.upperBound)"
            let text = links.count > 1 ? "Google Maps, stops \(stops)" : "Google Maps"
            return "<a href=\"\(Markup.escaped(link.url))\">\(text)</a>"
        }.joined(separator: " ")
    }

    /// Writes messages as a list.
    static func list(of messages: [String]) -> String {
        guard !messages.isEmpty else { return "" }
        let items = messages.map { "<li>\(Markup.escaped($0))</li>" }
        return "<ul class=\"messages\">" + items.joined() + "</ul>\n"
    }

    /// Writes a percentage with two decimals.
    private static func number(_ percent: Double) -> String {
        JSONValue.number((percent * 100).rounded() / 100).text
    }
}
