// Interleaves at random what may happen to a route under way.

import DataStructures
import Foundation
import Navigation
import RouteAPI
import Testing

@Suite struct LiveRoutePropertyTests {
    /// What a listener believes from what it is told.
    private struct Listener {
        var present: Set<String> = []
        var active: String?
        var underWay: [Int: LiveRouteRequest] = [:]
        var isConsistent = true

        mutating func hear(_ action: LiveRouteAction) {
            switch action {
            case .added(let id, _): isConsistent = isConsistent && present.insert(id).inserted
            case .activeChanged(let id):
                active = id
                isConsistent = isConsistent && present.contains(id)
            case .removed(let id):
                isConsistent = isConsistent && present.remove(id) != nil && active != id
            case .send(let number, let request):
                isConsistent = isConsistent && underWay.updateValue(request, forKey: number) == nil
            case .cancel(let number):
                isConsistent = isConsistent && underWay.removeValue(forKey: number) != nil
            case .refreshed(let id), .left(let id), .conditionsOutdated(let id):
                isConsistent = isConsistent && id == active
            case .replanFailed, .selectionRejected: break
            }
        }

        /// Whether at most one request of each kind is under way.
        var isSingle: Bool {
            let kinds = underWay.values.map {
                switch $0 {
                case .refresh: 0
                case .better, .withinRange: 1
                case .replan, .rejoin: 2
                case .directions: 3
                }
            }
            return Set(kinds).count == kinds.count
        }
    }

    private func anyOffer(_ random: inout SeededGenerator) -> LiveRouteOffer {
        LiveRouteOffer(
            id: "\(Int.random(in: 0..<6, using: &random))", lengthMeters: 20_000,
            directionsMeters: Double.random(in: 0...20_000, using: &random),
            isImported: random.chance(0.3), isBlocked: random.chance(0.2),
            leavesAtMeters: random.chance(0.5) ? Double.random(in: 0...9_000, using: &random) : nil,
            gainSeconds: Double.random(in: -100...900, using: &random),
            energy: anyEnergy(&random))
    }

    private func anyEnergy(_ random: inout SeededGenerator) -> Double? {
        random.chance(0.7) ? Double.random(in: 0...9, using: &random) : nil
    }

    private func anyAnswer(_ random: inout SeededGenerator) -> LiveRouteAnswer {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .refreshed(isBlocked: random.chance(0.3), energyLeft: anyEnergy(&random))
        case 1:
            .proposals(
                (0..<Int.random(in: 0..<3, using: &random)).map { _ in anyOffer(&random) },
                reason: AddedReason.allCases.randomElement(using: &random) ?? .betterRoute)
        case 2: .replanned(anyOffer(&random))
        default: .directions(upToMeters: Double.random(in: 0...20_000, using: &random))
        }
    }

    private func anyEvent(_ time: inout Int64, _ random: inout SeededGenerator) -> LiveRouteEvent {
        let id = "\(Int.random(in: 0..<6, using: &random))"
        let request = Int.random(in: 1..<40, using: &random)
        time += Int64.random(in: 0...200_000, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .set(anyOffer(&random), time: time)
        case 1: return .selected(id: id)
        case 2: return .steered(id: id)
        case 3: return .refused(id: id)
        case 4: return .deviated(leftMeters: random.chance(0.5) ? 100 : nil)
        case 5: return .rejoined
        case 6 where random.chance(0.1): return .arrived
        case 7: return .failed(request: request, retrySeconds: random.chance(0.5) ? 20 : nil)
        case 8...12: return .answered(request: request, anyAnswer(&random))
        case 13...15:
            return .progressed(
                meters: Double.random(in: 0...20_000, using: &random),
                maneuverSeconds: Double.random(in: 0...200, using: &random), waypointsReached: 0,
                energyLeft: anyEnergy(&random),
                junctionSeconds: random.chance(0.5)
                    ? Double.random(in: -50...200, using: &random) : nil)
        case 16: return .charged(left: Double.random(in: -1...9, using: &random))
        case 17 where random.chance(0.3): return .waypointSkipped
        default: return .tick(time: time)
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `the active route was added and not removed, and requests are single`(seed: UInt64) throws
    {
        var random = SeededGenerator(seed)
        for round in 0..<100 {
            var settings = LiveRouteSettings()
            settings.acceptance =
                LiveRouteSettings.Acceptance.allCases.randomElement(using: &random) ?? .manual
            settings.deviationMode = random.chance(0.7) ? .replan : .wait
            let live = LiveRoute(settings: settings)
            var state = LiveRouteState()
            var listener = Listener()
            var time: Int64 = 0
            for step in 0..<60 {
                let event = anyEvent(&time, &random)
                // Ids are the caller's: no known one is given to another route.
                let (next, actions) = live.handle(event, in: state)
                #expect(live.handle(event, in: state).actions == actions)
                if case .answered(let request, _) = event { listener.underWay[request] = nil }
                if case .failed(let request, _) = event { listener.underWay[request] = nil }
                actions.forEach { listener.hear($0) }
                state = next
                let place = "seed \(seed), round \(round), step \(step): \(event)"
                try #require(listener.isConsistent, "\(place)")
                try #require(listener.isSingle, "\(place)")
                try #require(listener.active == state.active?.id, "\(place)")
                if state.hasArrived { #expect(listener.underWay.isEmpty, "\(place)") }
            }
            let copy = try JSONDecoder().decode(
                LiveRouteState.self, from: JSONEncoder().encode(state))
            #expect(copy == state)
        }
    }
}
