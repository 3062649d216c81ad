// Compares the sides in directions with the route's own line.

import DataStructures
package import Geo
package import Preparation
import RoadNetwork
package import RouteAPI
import RouteAnalysis

/// Checks the sides that directions report: a turn counts as left if the first 40 m behind the
/// junction, or the path up to the next maneuver, lie to the left.
///
/// It skips forks and ramps, whose side is relative to the other branches.
package struct ReportedSides {
    /// A turn reported to a side that the route does not take.
    package struct Mistake: CustomStringConvertible, Sendable {
        package var place: Coordinate
        package var text: String
        package var reason: String

        package var description: String { "\(place.x),\(place.y) “\(text)”: \(reason)" }
    }

    /// The number of turns checked.
    package private(set) var turns = 0
    package private(set) var mistakes: [Mistake] = []

    /// Words that occur only in sentences about a side, by language.
    private static let words: [String: (left: String, right: String)] = [
        "en": ("left", "right"), "de": ("links", "rechts"), "fr": ("gauche", "droite"),
        "es": ("izquierda", "derecha"),
    ]
    private static let arrivalMeters = 15.0
    private static let sideMeters = 40.0
    /// Smaller bends are neither left nor right.
    private static let sideDegrees = 25.0
    /// Nor are greater ones: a sharp turn back has two sides.
    private static let backDegrees = 175.0

    package init() {}

    /// Checks every turn of a route.
    package mutating func check(_ directions: RouteDirections, language: String) {
        var before: [Coordinate] = []
        for step in directions.steps {
            if !before.isEmpty { check(step, after: before, language) }
            if step.line.first != step.line.last || step.line.count > 2 { before += step.line }
        }
    }

    private mutating func check(
        _ step: DirectionStep, after before: [Coordinate], _ language: String
    ) {
        let kind = step.maneuverType.dropFirst("esriDMT".count)
        guard ["Bear", "Turn", "Sharp"].contains(where: kind.hasPrefix) else { return }
        let sides = kind.hasSuffix("Left") ? -1.0 : 1.0
        let isDouble = ["LeftLeft", "LeftRight", "RightLeft", "RightRight"]
            .contains(where: kind.hasSuffix)
        turns += 1
        if !isDouble {
            check(step, says: sides, in: language)
            let bend = Self.bend(from: before, to: Self.head(of: step.line, Self.sideMeters))
            if (Self.sideDegrees...Self.backDegrees).contains(-bend * sides) {
                add(step, "\(kind) bends by \(Int(bend))°")
            }
        }
    }

    private mutating func check(_ step: DirectionStep, says side: Double, in language: String) {
        guard let words = Self.words[language] else { return }
        let bare = step.strings.filter { $0.type != "esriDSTGeneral" }.map(\.string)
            .reduce(step.text) { $0.replacing($1, with: "") }.lowercased()
        let (said, other) = side < 0 ? (words.left, words.right) : (words.right, words.left)
        if !bare.contains(said) || bare.contains(other) { add(step, step.maneuverType) }
    }

    private mutating func add(_ step: DirectionStep, _ reason: String) {
        mistakes.append(Mistake(place: step.line[0], text: step.text, reason: reason))
    }

    /// Degrees to the right from the end of one line to the direction of another.
    private static func bend(from before: [Coordinate], to line: [Coordinate]) -> Double {
        let arrival = Array(head(of: before.reversed(), arrivalMeters).reversed())
        guard let a = bearing(of: arrival), let b = bearing(of: line) else { return 0 }
        let turned = (b - a).truncatingRemainder(dividingBy: 360)
        return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned
    }

    private static func bearing(of line: [Coordinate]) -> Double? {
        guard let first = line.first, let last = line.last, first != last else { return nil }
        return Geodesic.bearingDegrees(from: first, to: last)
    }

    /// The first meters of a line.
    private static func head(of line: [Coordinate], _ meters: Double) -> [Coordinate] {
        let measure = LineMeasure(line)
        return measure.part(from: 0, to: min(1, meters / max(measure.lengthMeters, 0.01)))
    }
}

extension ReportedSides {
    /// Checks routes by car between random places of a layer's streets.
    ///
    /// - Parameter progress: Called with the number of routes requested so far.
    package mutating func check(
        _ layer: NetworkLayer, routes: Int, seed: UInt64, progress: (Int) -> Void = { _ in }
    ) throws {
        let network = layer.network
        let family = network.description.familyIndex(named: "motor") ?? 0
        let edges = (0..<UInt32(network.edgeCount)).filter {
            network.edgeFamilies[$0] & (1 << UInt8(family)) != 0
                && network.nodeComponent[family][network.edgeHead[$0]] == 0
        }
        let languages = Self.words.keys.sorted()
        var generator = SeededGenerator(seed)
        for route in 0..<routes {
            let places = (0..<2).map { _ in
                let edge = EdgeID(row: edges.randomElement(using: &generator) ?? 0)
                return LineMeasure(network.shape(of: edge)).coordinate(at: 0.5)
            }
            var parameters = RouteParameters(through: places)
            parameters.returnQuanta = nil
            parameters.returnDirections = true
            parameters.outputGeometryPrecision = 0
            let language = languages[route % languages.count]
            parameters.directionsLanguage = language
            do throws(RouteRequestError) {
                for directions in try layer.solve(parameters).directions ?? [] {
                    check(directions, language: language)
                }
            } catch {
                guard error.identifier == .noSolution else { throw error }
            }
            progress(route + 1)
        }
    }
}
