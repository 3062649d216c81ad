// Gets the simulated driver's routes from a layer.

import DataStructures
import Geo
package import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

/// A means of travel, by the standard layer's names.
package enum DriverMode: String, CaseIterable, Sendable {
    case car
    case bicycle
    case foot

    var travelMode: String {
        switch self {
        case .car: "Driving Time"
        case .bicycle: "Cycling Time"
        case .foot: "Walking Time"
        }
    }

    var family: String {
        switch self {
        case .car: "motor"
        case .bicycle: "bicycle"
        case .foot: "foot"
        }
    }

    var restrictions: [String] {
        switch self {
        case .car: ["Driving an Automobile"]
        case .bicycle: ["Riding a Bicycle"]
        case .foot: ["Walking"]
        }
    }
}

extension SimulatedDriver {
    /// Drives routes between random places of a layer's streets.
    ///
    /// - Parameters:
    ///   - change: Changes a route's instructions before the driver follows them.
    ///   - progress: Called with the number of routes requested so far.
    package static func drive(
        _ layer: NetworkLayer, _ mode: DriverMode, routes: Int, seed: UInt64,
        changing change: ([DriverInstruction]) -> [DriverInstruction] = { $0 },
        progress: (Int) -> Void = { _ in }
    ) throws -> SimulatedDriver {
        let network = layer.network
        var driver = SimulatedDriver(
            network, family: mode.family, restrictions: mode.restrictions)
        let family = network.description.familyIndex(named: mode.family) ?? 0
        let edges = (0..<UInt32(network.edgeCount)).filter {
            network.edgeFamilies[$0] & (1 << UInt8(family)) != 0
                && network.nodeComponent[family][network.edgeHead[$0]] == 0
        }
        var generator = SeededGenerator(seed)
        for route in 0..<routes {
            let places = (0..<2).map { _ in
                let edge = EdgeID(row: edges.randomElement(using: &generator) ?? 0)
                return LineMeasure(network.shape(of: edge)).coordinate(at: 0.5)
            }
            do throws(RouteRequestError) {
                let result = try layer.solve(Self.request(through: places, mode))
                for directions in result.directions ?? [] {
                    driver.drive(
                        Self.pieces(of: result, network),
                        by: change(Self.instructions(of: directions)))
                }
            } catch {
                guard error.identifier == .noSolution else { throw error }
            }
            progress(route + 1)
        }
        return driver
    }

    private static func request(
        through places: [Coordinate], _ mode: DriverMode
    ) -> RouteParameters {
        var parameters = RouteParameters(through: places)
        parameters.returnQuanta = nil
        parameters.travelMode = .named(mode.travelMode)
        parameters.returnDirections = true
        parameters.directionsLanguage = "en"
        parameters.directionsLengthUnits = .meters
        parameters.directionsOutputType = .complete
        parameters.outputGeometryPrecision = 0
        parameters.returnTraversedEdges = true
        return parameters
    }

    /// A route's pieces, to judge by.
    private static func pieces(of result: AnalysisResult, _ network: NetworkDataset) -> [Piece] {
        guard let rows = result.traversedEdges else { return [] }
        func number(_ field: String, _ feature: Feature) -> Double {
            switch rows.value(field, of: feature) {
            case .integer(let value): Double(value)
            case .double(let value): value
            default: 0
            }
        }
        return rows.features.map { feature in
            let edge = EdgeID(row: UInt32(number("EID", feature)))
            let (a, b) = (number("FromPosition", feature), number("ToPosition", feature))
            let (from, to) = edge.isForward ? (a, b) : (1 - a, 1 - b)
            let whole = Double(network.lengthCentimeters(of: edge))
            return Piece(
                edge: edge, centimeters: Int64((to * whole).rounded() - (from * whole).rounded()),
                line: LineMeasure(network.shape(of: edge)).part(from: from, to: to))
        }
    }

    /// The steps of directions as instructions.
    private static func instructions(of directions: RouteDirections) -> [DriverInstruction] {
        var result: [DriverInstruction] = []
        var meters = 0.0
        for step in directions.steps {
            if let instruction = DriverInstruction(
                step, centimeters: Int64((meters * 100).rounded()), isFirst: result.isEmpty)
            {
                result.append(instruction)
            }
            meters += step.length
        }
        return result
    }
}
