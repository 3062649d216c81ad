// Tests how a batch's groups are answered: whose plan each gets, and which errors end the batch.

import Geo
import Preparation
import RouteAPI
import Synchronization
import Testing

@testable import Batches

/// Notes what it is asked, and fails if a stop's name says so.
private final class NotingRoutes: RouteAnswering {
    struct Broken: Error {}

    private let noted = Mutex<[(names: [String], fields: [String: String]?)]>([])

    var names: [[String]] { noted.withLock { $0.map(\.names) } }
    var fields: [[String: String]?] { noted.withLock { $0.map(\.fields) } }

    func route(
        through stops: FeatureSet, _ own: [String: String]?
    ) async throws -> AnalysisResult {
        let names = stops.features.map { stops.string("Name", of: $0) ?? "" }
        noted.withLock { $0.append((names, own)) }
        if names.contains("nowhere") {
            throw RouteRequestError(
                .noSolution, code: 400, message: "No solution found.", details: ["Stop 1."])
        }
        if names.contains("broken") { throw Broken() }
        return AnalysisResult()
    }
}

@Suite struct GroupSolverTests {
    private let routes = NotingRoutes()

    private func solver(
        _ drivers: [String: Result<RoutePlan, GroupFailure>]? = nil
    ) -> GroupSolver {
        let plans = (drivers ?? [:]).map { (RouteNameKey($0.key), $0.value) }
        return GroupSolver(
            RoutePlans(
                usual: plan(["travelMode": "Car"]),
                drivers: drivers.map { _ in Drivers([], source: "drivers.csv") },
                plans: Dictionary(uniqueKeysWithValues: plans), costNames: []),
            answeredBy: routes, job: nil,
            mapping: FieldMapping([.init(field: "Name", column: "customer")]), extent: nil,
            checked: nil)
    }

    private func plan(_ fields: [String: String]) -> RoutePlan {
        let clock = WrittenClock(service: nil, chosen: nil, now: 0)
        let rules = WindowTimes.Rules(
            clock: clock, start: nil, order: .free, isUTC: nil, areUsed: false)
        return RoutePlan(
            fields: fields, windows: StopWindows(rules, dates: nil, advice: nil), clock: clock)
    }

    private func stops(_ customers: [String], route: String = "A") -> FeatureSet {
        FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [Field("customer", .string), Field("RouteName", .string)],
            features: customers.map {
                Feature(
                    values: [.string($0), .string(route)],
                    geometry: .point(Coordinate(x: 7, y: 43)))
            })
    }

    private func failure(
        _ solver: GroupSolver, _ stops: FeatureSet
    ) async -> GroupFailure? {
        do {
            _ = try await solver.answer(stops)
            return nil
        } catch { return error as? GroupFailure }
    }

    @Test func `columns take the names of fields before the route is asked for`() async throws {
        _ = try await solver().answer(stops(["Ada", "Bo"]))
        #expect(routes.names == [["Ada", "Bo"]])
        #expect(routes.fields == [nil])
    }

    @Test func `each driver's route has the fields of the driver's plan`() async throws {
        var truck = plan(["travelMode": "Truck"])
        truck.driver = Driver(name: "A", label: "drivers.csv, row 1")
        let solver = solver(["a": .success(truck)])
        _ = try await solver.answer(stops(["Ada"], route: "A"))
        #expect(routes.fields.map { $0?["travelMode"] } == ["Truck"])
    }

    @Test func `a driver without a row, or with a bad one, fails alone`() async throws {
        let bad = GroupFailure("invalid-driver", "row 2: start is \"noon\"")
        let solver = solver(["A": .success(plan([:])), "B": .failure(bad)])
        #expect(await failure(solver, stops(["Ada"], route: "B")) == bad)
        let unknown = await failure(solver, stops(["Ada"], route: "C"))
        #expect(unknown?.reason == "no-driver")
        #expect(unknown?.text.contains("drivers.csv has no row") == true)
        #expect(routes.names.isEmpty)
        _ = try await solver.answer(stops(["Ada"], route: "A"))
    }

    @Test func `an error about one request concerns its group, any other the batch`() async {
        let failed = await failure(solver(), stops(["nowhere"]))
        #expect(failed?.reason == RouteRequestError.Identifier.noSolution.rawValue)
        await #expect(throws: NotingRoutes.Broken.self) {
            try await solver().answer(stops(["broken"]))
        }
    }
}
