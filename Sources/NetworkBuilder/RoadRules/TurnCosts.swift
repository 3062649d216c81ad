// Computes what turns cost from declared coefficients.

import DefinitionFiles
import RoadNetwork

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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

    fileprivate func seconds(of turn: BucketedTurn) -> Double {
        var seconds = 0.0
        for (kind, each) in zip(StreetPointKind.allCases, pointSeconds) where each > 0 {
            seconds += each * Double(turn.points[kind])
        }
        if turn.isUTurn { return seconds + maximumSeconds + uTurnSeconds }
        guard turn.isAtJunction else { return seconds }
        let bias = (turn.angleDegrees >= 0) == turn.keepsLeft ? 1 / sideBias : sideBias
        let share = abs(turn.angleDegrees) / 180
        seconds += maximumSeconds / (1 + exp(-(steepness / bias * share - midpoint * bias)))
        if turn.entersMajorRoad { seconds += majorRoadSeconds }
        return seconds
    }
}

/// A turn with a rounded angle, so a network has few different turns.
private struct BucketedTurn {
    /// Angles are rounded to this many degrees. 37 angles and four facts make at most 592 different
    /// turns, times the sets of points on edges, of which there are a few tens.
    static let bucketDegrees = 10.0

    var angleDegrees: Double
    var isUTurn: Bool
    /// Whether traffic keeps left on the road before the turn.
    var keepsLeft: Bool
    var points: ApproachPoints
    var isAtJunction: Bool
    var entersMajorRoad: Bool

    init(_ turn: TurnSituation) {
        angleDegrees = (turn.angleDegrees / Self.bucketDegrees).rounded() * Self.bucketDegrees
        isUTurn = turn.isUTurn
        keepsLeft = turn.fromFlags.contains(.keepsLeft)
        points = turn.points
        // A toll booth is passed; nothing turns there.
        isAtJunction = turn.degree > 2 && !turn.nodeFlags.contains(.tollBooth)
        let isGuarded = [.trafficSignals, .stopSign, .yieldSign].contains { turn.points[$0] > 0 }
        entersMajorRoad =
            !isGuarded
            && turn.toClass.rawValue < turn.fromClass.rawValue
            && turn.fromClass.rawValue <= RoadClass.service.rawValue
            && !turn.fromFlags.contains(.link)
    }
}

/// Turn costs computed from declared coefficients.
package struct DeclaredTurnCosts: TurnCostModel {
    private let columns: [TurnCoefficients?]

    /// - Parameter columns: The coefficients by stored cost column; `nil` if turns are free.
    package init(columns: [TurnCoefficients?]) { self.columns = columns }

    package func costs(of turn: TurnSituation) -> [UInt32] {
        let bucketed = BucketedTurn(turn)
        return columns.map { coefficients in
            guard let coefficients else { return 0 }
            let seconds = coefficients.seconds(of: bucketed)
            return UInt32((seconds * 1000).rounded())
        }
    }
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
