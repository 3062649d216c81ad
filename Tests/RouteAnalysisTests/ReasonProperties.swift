// Tests reasons on random networks: suggested changes help, and one barrier is named if one
// suffices.

import DataStructures
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct ReasonProperties {
    private struct Case {
        var drawn: RandomNetwork
        var trip: RandomTrip
        var barriers: RandomBarriers
        var parameters: RouteParameters
    }

    /// A random network with four requests.
    private func draw(_ seed: UInt64) throws -> [Case] {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 4...14, using: &generator),
            meanDegree: Double.random(in: 1.8...3.5, using: &generator), seed: seed)
        return (0..<4).map { _ in
            let trip = RandomTrip(
                on: drawn.dataset, stops: Int.random(in: 2...4, using: &generator), &generator)
            let barriers = RandomBarriers(on: drawn.dataset, trip.travel, &generator)
            var parameters = trip.parameters
            barriers.apply(to: &parameters)
            if generator.chance(0.5) { parameters.locateSettings = nil }
            return Case(drawn: drawn, trip: trip, barriers: barriers, parameters: parameters)
        }
    }

    @Test(arguments: UInt64(7_000)..<7_200)
    func `changes that are suggested give the route`(seed: UInt64) throws {
        for (round, drawn) in try draw(seed).enumerated() {
            let layer = NetworkLayer.random(drawn.drawn.dataset)
            try check(
                drawn.parameters, drawn.trip, drawn.barriers, drawn.drawn, layer,
                "seed \(seed) round \(round)")
        }
    }

    @Test func `changes that are suggested give the route under a condition on streets`() throws {
        var counts: [Reason.Cause: Int] = [:]
        for seed in UInt64(7_300)..<7_500 {
            var generator = SeededGenerator(seed)
            for (round, drawn) in try draw(seed).enumerated() {
                let count = drawn.drawn.dataset.segmentCount
                let last = 2 * Int.random(in: 0..<count, using: &generator)
                let condition = [
                    "OBJECTID = \(last)", "OBJECTID > \(last)", "Oneway = 1", "1 = 2",
                    "\"Avoid Toll Roads\" = 1",
                ].randomElement(using: &generator)
                var parameters = drawn.parameters
                parameters.locateSettings = LocateSettingsByInput(
                    stops: LocateSettings(
                        toleranceMeters: generator.chance(0.5) ? 50 : 2_000,
                        allowAutoRelocate: generator.chance(0.5),
                        sources: [LocateSource(name: "Streets", condition: condition)]))
                let layer = NetworkLayer.random(drawn.drawn.dataset)
                let reasons: [Reason]
                do throws(RouteRequestError) {
                    reasons = try layer.solve(parameters).reasons
                } catch {
                    reasons = error.reasons
                }
                for reason in reasons { counts[reason.cause, default: 0] += 1 }
                let changes = reasons.compactMap(\.change)
                guard !changes.isEmpty, changes.count == reasons.count else { continue }
                let changed = try parameters.applying(changes)
                let label: Comment = "seed \(seed) round \(round): \(reasons.map(\.text))"
                #expect(Outcome(of: changed, from: layer).isSolved, label)
            }
        }
        #expect(counts[.streetCondition, default: 0] >= 100, "\(counts)")
    }

    @Test func `the draws have every cause that rules can be`() throws {
        var (counts, changed): ([Reason.Cause: Int], [Reason.Cause: Int]) = ([:], [:])
        for seed in UInt64(7_000)..<7_100 {
            for drawn in try draw(seed) {
                let layer = NetworkLayer.random(drawn.drawn.dataset)
                var parameters = drawn.parameters
                parameters.ignoreInvalidLocations = false
                do throws(RouteRequestError) {
                    _ = try layer.solve(parameters)
                } catch {
                    for reason in error.reasons { counts[reason.cause, default: 0] += 1 }
                    for reason in error.reasons where reason.change != nil {
                        changed[reason.cause, default: 0] += 1
                    }
                }
            }
        }
        for cause in [
            Reason.Cause.cutOffByBarriers, .uTurnPolicy, .curbApproach, .restrictedEdgesOnly,
        ] {
            #expect(counts[cause, default: 0] >= 5, "\(counts)")
        }
        for cause in [Reason.Cause.cutOffByBarriers, .uTurnPolicy, .curbApproach] {
            #expect(changed[cause, default: 0] >= 5, "\(changed)")
        }
    }

    /// The restrictions that no driver may break.
    private static let rules = [
        "Oneway", "Driving an Automobile", "Driving a Bus", "Walking",
        "Through Traffic Prohibited", "Height Restriction",
    ]

    @Test func `no advice names a rule of access, direction, vehicles or turns`() throws {
        var (advice, blamed) = (0, 0)
        for seed in UInt64(7_600)..<7_900 {
            for (round, drawn) in try draw(seed).enumerated() {
                let layer = NetworkLayer.random(drawn.drawn.dataset)
                var parameters = drawn.parameters
                parameters.ignoreInvalidLocations = round % 2 == 0
                let reasons: [Reason]
                var texts: [String]
                do throws(RouteRequestError) {
                    let result = try layer.solve(parameters)
                    (reasons, texts) = (result.reasons, result.messages.map(\.text))
                } catch {
                    (reasons, texts) = (error.reasons, error.details)
                }
                texts += reasons.map(\.text)
                for rule in Self.rules {
                    for words in ["AVOID_HIGH for \"\(rule)\"", "leaving \"\(rule)\" out"] {
                        #expect(
                            !texts.contains { $0.contains(words) },
                            "seed \(seed) round \(round): \(texts)")
                    }
                }
                let before = Set(parameters.attributeParameterValues ?? [])
                let kept = Set(parameters.restrictionAttributeNames ?? [])
                for change in reasons.compactMap(\.change) {
                    advice += 1
                    let changed = try parameters.applying([change])
                    #expect(kept.isSubset(of: changed.restrictionAttributeNames ?? []))
                    let fresh = Set(changed.attributeParameterValues ?? []).subtracting(before)
                    #expect(
                        fresh.allSatisfy { !Self.rules.contains($0.attributeName) },
                        "seed \(seed) round \(round): \(fresh)")
                }
                blamed +=
                    reasons.filter { !$0.restrictions.isEmpty || $0.cause == .turnRestrictions }
                    .count
            }
        }
        #expect(advice >= 20 && blamed >= 20, "\(advice) \(blamed)")
    }

    /// If a request fails, checks that its changes help, and that one barrier is named if it
    /// suffices.
    private func check(
        _ parameters: RouteParameters, _ trip: RandomTrip, _ barriers: RandomBarriers,
        _ drawn: RandomNetwork, _ layer: NetworkLayer, _ label: Comment
    ) throws {
        // Here a stop that cannot be visited fails the request, instead of being left out.
        var parameters = parameters
        parameters.ignoreInvalidLocations = false
        let reasons: [Reason]
        do throws(RouteRequestError) {
            reasons = try layer.solve(parameters).reasons
            #expect(reasons.isEmpty, label)
            return
        } catch {
            reasons = error.reasons
            #expect(!reasons.isEmpty, label)
        }
        let changes = reasons.compactMap(\.change)
        if changes.count == reasons.count {
            let changed = try parameters.applying(changes)
            #expect(
                Outcome(of: changed, from: layer).isSolved, "\(label): \(reasons.map(\.text))")
        }
        // If stops may move, the oracle does not know their edges.
        guard parameters.locateSettings != nil, let stops = trip.chain(on: drawn.dataset) else {
            return
        }
        let enough = barriers.references.filter { reference in
            var chain = ReferenceChain(
                router: ReferenceRouter(
                    network: drawn.dataset, prohibitions: drawn.prohibitions,
                    key: trip.travel.key, barriers: barriers.effects(without: reference),
                    attribute: trip.travel.attribute), stops: stops)
            return chain.cost() != nil
        }
        guard !enough.isEmpty else { return }
        #expect(reasons.count == 1, "\(label): \(reasons.map(\.text))")
        #expect(reasons.first?.cause == .cutOffByBarriers, label)
        let named = reasons.first?.barriers ?? []
        #expect(named.count == 1 && enough.contains(named[0]), "\(label): \(enough)")
    }
}

extension Outcome {
    /// Whether there is a route.
    fileprivate var isSolved: Bool { if case .solved = self { true } else { false } }
}
