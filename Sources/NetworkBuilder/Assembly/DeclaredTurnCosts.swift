// Computes what turns cost from declared coefficients.

import RoadNetwork

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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

extension TurnCoefficients {
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
