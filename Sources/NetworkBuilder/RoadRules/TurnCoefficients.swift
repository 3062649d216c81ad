// The coefficients of turn costs, as a definition declares them.

import DefinitionFiles
import RoadNetwork

/// The coefficients of one time cost's turns.
package struct TurnCoefficients: Hashable, Sendable {
    /// The cost of the sharpest turn.
    var maximumSeconds = 0.0
    /// How steeply the cost rises with the angle, and where its middle lies: the cost is
    /// `maximum / (1 + exp(-(steepness · angle / 180 - midpoint)))`.
    var steepness = 13.0
    var midpoint = 6.5
    /// Above 1, turns across oncoming traffic cost more and turns to the near side less.
    var sideBias = 1.0
    /// Added for turning back.
    var uTurnSeconds = 0.0
    /// Added for entering a more important road without lights or a sign.
    var majorRoadSeconds = 0.0
    /// Added for each point on the edge before the turn, by the raw value of its kind; kinds beyond
    /// the end are free.
    var pointSeconds: [Double] = []
}

extension DefinitionNode {
    /// Reads turn coefficients; missing ones are 0, or follow the usual curve.
    func turnCoefficients() throws -> TurnCoefficients {
        let fields = try fields(
            "maximumSeconds", "steepness", "midpoint", "sideBias", "uTurnSeconds",
            "majorRoadSeconds")
        func number(_ key: String, _ range: ClosedRange<Double>, _ other: Double) throws -> Double {
            try fields[key]?.number(in: range) ?? other
        }
        let usual = TurnCoefficients()
        return TurnCoefficients(
            maximumSeconds: try number("maximumSeconds", 0...3600, 0),
            steepness: try number("steepness", 0...100, usual.steepness),
            midpoint: try number("midpoint", 0...100, usual.midpoint),
            sideBias: try number("sideBias", 0.1...10, usual.sideBias),
            uTurnSeconds: try number("uTurnSeconds", 0...3600, 0),
            majorRoadSeconds: try number("majorRoadSeconds", 0...3600, 0))
    }

    /// Reads seconds by kind of point, in the order of the kinds.
    func pointSeconds() throws -> [Double] {
        var seconds = [Double](repeating: 0, count: StreetPointKind.allCases.count)
        for (name, value) in try entries() {
            seconds[Int(try value.pointKind(named: name).rawValue)] = try value.number(in: 0...3600)
        }
        return seconds
    }

    /// Returns the kind of point named by a definition's key.
    func pointKind(named name: String) throws -> StreetPointKind {
        if let kind = StreetPointKind.allCases.first(where: { "\($0)" == name }) { return kind }
        let known = StreetPointKind.allCases.map { "\($0)" }.joined(separator: ", ")
        throw error("\"\(name)\" is not a kind of point; kinds are: \(known)")
    }
}
