// Writes an answer as text: totals, directions, stops, messages.

import Geo
import RouteAPI

struct AnswerText {
    private let result: AnalysisResult
    private let messages: [Message]
    private let lengthUnit: String

    /// - Parameters:
    ///   - lengthUnits: The length unit in directions; if `nil`, lengths have no unit.
    ///   - remarks: Notes in addition to the answer's messages.
    init(_ result: AnalysisResult, lengthUnits: NetworkUnit?, remarks: [Message] = []) {
        self.result = result
        messages = result.messages + remarks
        lengthUnit = lengthUnits.map(Self.abbreviation) ?? ""
    }

    var text: String {
        var blocks: [[String]] = []
        let directions = result.directions ?? []
        for route in result.routes?.features ?? [] {
            let id = result.routes?.integer("ObjectID", of: route)
            let steps = directions.first { $0.routeID == id }
            blocks.append(head(of: route) + (steps.map(self.steps) ?? []))
        }
        if result.routes == nil { blocks += directions.map { [$0.routeName] + steps($0) } }
        if let quanta = result.quanta, !quanta.isEmpty { blocks.append(quanta.map(Self.line)) }
        if let stops = result.stops, !stops.features.isEmpty { blocks.append(lines(of: stops)) }
        let passages = PassageText(result)
        blocks += [passages.legs, passages.conditions].filter { !$0.isEmpty }
        blocks += Self.closing(result, messages: messages)
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// The end of every text: the messages and the data source.
    static func closing(_ result: AnalysisResult, messages: [Message]) -> [[String]] {
        var blocks: [[String]] = []
        if !messages.isEmpty { blocks.append(messages.map(Self.line)) }
        if !result.attribution.isEmpty {
            let network = result.fingerprint.isEmpty ? "" : " (network \(result.fingerprint))"
            blocks.append(["Data: \(result.attribution)\(network)"])
        }
        return blocks
    }

    private func head(of route: Feature) -> [String] {
        guard let routes = result.routes else { return [] }
        var lines = [routes.string("Name", of: route) ?? "Route"]
        let totals = routes.names(after: "Total_").compactMap { cost in
            routes.number("Total_\(cost)", of: route).map { "\(cost) \(FigureText.total($0))" }
        }
        lines.append("  totals: " + (totals.isEmpty ? "none" : totals.joined(separator: ", ")))
        for (label, local, utc) in [
            ("leaves", "StartTime", "StartTimeUTC"), ("arrives", "EndTime", "EndTimeUTC"),
        ] {
            guard let time = routes.integer(local, of: route) else { continue }
            let instant = routes.integer(utc, of: route)
            lines.append("  \(label): \(Self.time(local: time, utc: instant))")
        }
        return lines
    }

    private func steps(_ directions: RouteDirections) -> [String] {
        let length = FigureText.length(directions.totalLength, lengthUnit)
        var lines = [
            "  \(length), \(FigureText.duration(minutes: directions.totalTimeMinutes))", "",
        ]
        let before = directions.page?.stepsBefore ?? 0
        let width = String(before + directions.steps.count).count
        let longest = directions.steps.map(\.text.count).max() ?? 0
        let textWidth = min(longest, 72)
        for (index, step) in directions.steps.enumerated() {
            let number = Self.padded(left: String(before + index + 1), width)
            guard step.length > 0 || step.timeMinutes > 0 else {
                lines.append("  \(number). \(step.text)")
                continue
            }
            // A stop has its service time but no length.
            let length = step.length > 0 ? FigureText.length(step.length, lengthUnit) : ""
            let measure = Self.padded(left: length, 9)
            let time = Self.padded(left: FigureText.duration(minutes: step.timeMinutes), 9)
            lines.append(
                "  \(number). \(Self.padded(right: step.text, textWidth)) \(measure) \(time)")
        }
        return lines
    }

    private func lines(of stops: FeatureSet) -> [String] {
        let costs = stops.names(after: "Cumul_")
        let names = stops.features.map { stops.string("Name", of: $0) ?? "" }
        let width = min(names.map(\.count).max() ?? 0, 40)
        var lines = ["Stops"]
        // By route, each in visiting order; stops without a route at the end.
        let routes = stops.features.compactMap { stops.string("RouteName", of: $0) }
        let rows = zip(stops.features, names).map { feature, name in
            let route = stops.string("RouteName", of: feature).flatMap(routes.firstIndex)
            let sequence = stops.integer("Sequence", of: feature) ?? .max
            return (route: route ?? .max, sequence: sequence, feature: feature, name: name)
        }.sorted { ($0.route, $0.sequence) < ($1.route, $1.sequence) }
        for (_, sequence, feature, name) in rows {
            let number = Self.padded(left: sequence == .max ? "-" : "\(sequence)", 4)
            let status =
                stops.integer("Status", of: feature)
                .flatMap(LocationStatus.init(rawValue:)) ?? .ok
            let totals = costs.compactMap { cost in
                stops.number("Cumul_\(cost)", of: feature).map { "\(cost) \(FigureText.total($0))" }
            }
            let arrival = stops.integer("ArriveTime", of: feature).map {
                Self.time(local: $0, utc: stops.integer("ArriveTimeUTC", of: feature))
            }
            let facts = [status.words, arrival].compactMap(\.self) + totals
            let label = Self.padded(right: name, width)
            lines.append("\(number)  \(label)  \(facts.joined(separator: ", "))")
        }
        return lines
    }
}

extension AnswerText {
    private static func line(of message: Message) -> String {
        switch message.type {
        case .informative: "note: \(message.text)"
        case .warning: "warning: \(message.text)"
        case .error: "error: \(message.text)"
        }
    }

    private static func line(of quanta: RouteQuanta) -> String {
        let costs = quanta.costs.map { "\($0.name) \($0.value)" }
        return "quanta of route \(quanta.routeID): "
            + (["impedance \(quanta.impedance)"] + costs).joined(separator: ", ")
    }

    /// Writes local time with its offset from UTC, if both are known.
    static func time(local: Int, utc: Int?) -> String {
        let text = ISODateTime.text(Int64(local)).dropLast()
        guard let utc else { return String(text) }
        let minutes = (local - utc) / 60_000
        guard minutes != 0 else { return text + "Z" }
        let offset = abs(minutes)
        let digits = [offset / 60, offset % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return text + (minutes < 0 ? "-" : "+") + digits.joined(separator: ":")
    }

    static func abbreviation(of unit: NetworkUnit) -> String {
        switch unit {
        case .kilometers: "km"
        case .meters: "m"
        case .miles: "mi"
        case .feet: "ft"
        case .yards: "yd"
        case .nauticalMiles: "nmi"
        default: String(unit.rawValue.dropFirst("esriNAU".count)).lowercased()
        }
    }

    static func padded(left text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    static func padded(right text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
