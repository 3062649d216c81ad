// A request's outcome and its reasons, as text and as JSON.

import Geo
import RouteAPI

/// A request that was validated and then solved.
struct Explanation {
    /// The validation's answer: located inputs and effective parameters.
    var checked: Solution
    /// The solve's answer, if it succeeded.
    var solution: Solution?
    /// Why the solve failed.
    var failure: CommandFailure?
    /// The reasons, as JSON in the REST contract.
    var reasons: [JSONValue] = []
    /// Returns an edge's street on a local network.
    var streets: (@Sendable (Int) -> String?)?

    /// The exit code that `waypost solve` would have.
    var outcome: Outcome {
        if let failure { return failure.outcome }
        return solution?.isPartial == true ? .partial : .answered
    }

    /// Writes the explanation as JSON: the validation with the solve's routes, messages and
    /// reasons.
    func json() throws -> [UInt8] {
        let checked = try checked.json()
        let answer = try solution?.json()
        var object = JSONObject()
        object["outcome"] = .string("\(outcome)")
        object["stops"] = checked["stops"]
        for key in BarrierClass.allCases.map(\.parameter) { object[key] = checked[key] }
        object["effectiveParameters"] = checked["effectiveParameters"]
        object["limits"] = checked["limits"]
        object["reasons"] = .array(reasons)
        object["messages"] = answer?["messages"] ?? checked["messages"]
        if let failure { object["error"] = .string(failure.message) }
        object["routes"] = .array(routeNames.map { .string($0) })
        var writer = JSONWriter(pretty: true)
        writer.value(.object(object))
        return writer.bytes + [0x0A]
    }

    /// The names of the found routes.
    var routeNames: [String] {
        guard let routes = solution?.result.routes else { return [] }
        return routes.features.map { routes.string("Name", of: $0) ?? "Route" }
    }
}

extension Explanation {
    /// Writes the explanation as text.
    func text() throws -> String {
        var blocks = [stopLines]
        let parameters = try parameterLines()
        if !parameters.isEmpty { blocks.append(["Parameters"] + parameters) }
        blocks.append(outcomeLines)
        if !reasons.isEmpty { blocks.append(["Reasons"] + reasons.flatMap(Self.lines)) }
        let messages = (solution ?? checked).result.messages.map { "  \($0.text)" }
        if !messages.isEmpty { blocks.append(["Messages"] + messages) }
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private var stopLines: [String] {
        guard let stops = (solution ?? checked).result.stops ?? checked.result.stops else {
            return ["Stops", "  none"]
        }
        let width = min(
            stops.features.map { stops.string("Name", of: $0)?.count ?? 0 }.max() ?? 0, 40)
        return ["Stops"]
            + stops.features.enumerated().map { row, stop in
                let name = stops.string("Name", of: stop) ?? ""
                let padding = String(repeating: " ", count: max(0, width - name.count))
                return "  \(row + 1)  \(name)\(padding)  \(facts(of: stop, in: stops))"
            }
    }

    /// A stop's status and location.
    private func facts(of stop: Feature, in stops: FeatureSet) -> String {
        let status = stops.integer("Status", of: stop).flatMap(LocationStatus.init(rawValue:))
        let words = status?.words ?? "unknown"
        guard let edge = stops.integer("SourceOID", of: stop) else { return words }
        let street = streets?(edge).map { $0.isEmpty ? "a street without a name" : $0 }
        let meters = stops.number("DistanceToNetworkInMeters", of: stop)
            .map { JSONValue.number(($0 * 10).rounded() / 10).text + " m away" }
        let side =
            switch stops.integer("SideOfEdge", of: stop) {
            case 1: "right of it"
            case 2: "left of it"
            default: nil as String?
            }
        let share = Int(((stops.number("PosAlong", of: stop) ?? 0) * 100).rounded())
        let facts = [street, meters, side].compactMap(\.self) + ["edge \(edge) at \(share) %"]
        return "\(words): \(facts.joined(separator: ", "))"
    }

    /// Every parameter with its value and its source.
    private func parameterLines() throws -> [String] {
        let list = try checked.json()["effectiveParameters"]?.array ?? []
        let rows = list.compactMap { entry -> (name: String, value: String, origin: String)? in
            guard let name = entry["name"]?.string, let value = entry["value"], !value.isNull,
                !Self.own.contains(name)
            else { return nil }
            let ignored = entry["ignored"].map { " (in place of \(Self.shown($0)))" } ?? ""
            return (name, Self.shown(value) + ignored, entry["origin"]?.string ?? "")
        }
        let nameWidth = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            let name = row.name + String(repeating: " ", count: nameWidth - row.name.count)
            let origin = row.origin + String(repeating: " ", count: max(0, 10 - row.origin.count))
            return "  \(name)  \(origin)  \(row.value)"
        }
    }

    /// Parameters that this command itself sets.
    private static let own: Set = ["validate", "explainParameters", "returnStops"]

    private static func shown(_ value: JSONValue) -> String {
        if let words = value.array, words.allSatisfy({ $0.string != nil }) {
            return words.isEmpty ? "none" : words.compactMap(\.string).joined(separator: ", ")
        }
        return value.string ?? value.text
    }

    private var outcomeLines: [String] {
        let found = routeNames.map { "  found: \($0)" }
        if let failure { return ["Routes", "  none: \(failure.message)"] }
        return ["Routes"] + (found.isEmpty ? ["  none"] : found)
    }

    private static func lines(of reason: JSONValue) -> [String] {
        let cause = reason["cause"]?.string ?? "unknown"
        let route = reason["routeName"]?.string.map { " (route \"\($0)\")" } ?? ""
        var lines = ["  \(cause)\(route): \(reason["text"]?.string ?? "")"]
        if let change = reason["change"] { lines.append("    change: \(words(for: change))") }
        return lines
    }

    /// Writes a change as parameters of the request.
    private static func words(for change: JSONValue) -> String {
        if let parameter = change["parameter"]?.string, let value = change["value"] {
            return "\(parameter)=\(shown(value))"
        }
        if let removed = change["removeBarriers"]?.array {
            let rows = removed.map { barrier in
                let id = barrier["objectId"]?.integer ?? 0
                return BarrierReference(
                    parameter: barrier["parameter"]?.string ?? "barriers", row: id - 1,
                    objectID: id, name: barrier["name"]?.string ?? "")
            }
            return "leave out \(rows.labels)"
        }
        let stops = change["stops"]?.array ?? []
        return stops.map { stop in
            let attributes = stop["attributes"]?.object?.members.map {
                "\($0.key)=\($0.value.text)"
            }
            let id = stop["objectId"]?.integer ?? 0
            let reference = StopReference(
                row: id - 1, objectID: id, name: stop["name"]?.string ?? "")
            return "\(reference.label): " + (attributes ?? []).joined(separator: ", ")
        }.joined(separator: "; ")
    }
}
