// The cost of turns from declared coefficients.

import DefinitionFiles
import RoadNetwork

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The coefficients of one time cost's turns.
package struct TurnCoefficients: Hashable, Sendable {
    /// What the sharpest turn costs.
    var maximumSeconds = 0.0
    /// How suddenly the cost rises with the angle, and where its middle lies: the cost is
    /// `maximum / (1 + exp(-(steepness · angle / 180 - midpoint)))`.
    var steepness = 13.0
    var midpoint = 6.5
    /// Above 1, turns across the opposing traffic cost more and turns to the near side less.
    var sideBias = 1.0
    /// Added for turning back.
    var uTurnSeconds = 0.0
    /// Added at traffic signals.
    var signalSeconds = 0.0
    /// Added at toll booths.
    var tollBoothSeconds = 0.0
    /// Added for entering a more important road where no signal helps.
    var majorRoadSeconds = 0.0

    fileprivate func seconds(of turn: BucketedTurn) -> Double {
        var seconds = 0.0
        if turn.hasSignals { seconds += signalSeconds }
        if turn.isAtTollBooth { seconds += tollBoothSeconds }
        if turn.isUTurn { return seconds + maximumSeconds + uTurnSeconds }
        guard turn.isAtJunction else { return seconds }
        let bias = (turn.angleDegrees >= 0) == turn.keepsLeft ? 1 / sideBias : sideBias
        let share = abs(turn.angleDegrees) / 180
        seconds += maximumSeconds / (1 + exp(-(steepness / bias * share - midpoint * bias)))
        if turn.entersMajorRoad, !turn.hasSignals { seconds += majorRoadSeconds }
        return seconds
    }
}

/// A turn with its angle rounded, so that a network has few different turns.
private struct BucketedTurn {
    /// Angles are rounded to this many degrees: 37 angles, each with and without signals, a toll
    /// booth, a junction, a greater road and on either side of the road, are at most 2,368 of the
    /// 65,536 different turns that a network may have.
    static let bucketDegrees = 10.0

    var angleDegrees: Double
    var isUTurn: Bool
    /// Whether traffic keeps left on the road that is left.
    var keepsLeft: Bool
    var hasSignals: Bool
    var isAtTollBooth: Bool
    var isAtJunction: Bool
    var entersMajorRoad: Bool

    init(_ turn: TurnSituation) {
        angleDegrees = (turn.angleDegrees / Self.bucketDegrees).rounded() * Self.bucketDegrees
        isUTurn = turn.isUTurn
        keepsLeft = turn.fromFlags.contains(.keepsLeft)
        hasSignals = turn.nodeFlags.contains(.signals)
        isAtTollBooth = turn.nodeFlags.contains(.tollBooth)
        // A toll booth is passed, not turned at: its own answers carry no angle.
        isAtJunction = turn.degree > 2 && !isAtTollBooth
        entersMajorRoad =
            turn.toClass.rawValue < turn.fromClass.rawValue
            && turn.fromClass.rawValue <= RoadClass.service.rawValue
            && !turn.fromFlags.contains(.link)
    }
}

/// Turn costs computed from declared coefficients.
package struct DeclaredTurnCosts: TurnCostModel {
    private let columns: [TurnCoefficients?]

    /// - Parameter columns: Coefficients for each stored cost column; `nil` where turns are free.
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
    /// Reads turn coefficients; what is not given is 0, or the usual curve.
    func turnCoefficients() throws -> TurnCoefficients {
        let fields = try fields(
            "maximumSeconds", "steepness", "midpoint", "sideBias", "uTurnSeconds", "signalSeconds",
            "tollBoothSeconds", "majorRoadSeconds")
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
            signalSeconds: try number("signalSeconds", 0...3600, 0),
            tollBoothSeconds: try number("tollBoothSeconds", 0...3600, 0),
            majorRoadSeconds: try number("majorRoadSeconds", 0...3600, 0))
    }
}
