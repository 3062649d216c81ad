// A route layer without a network, for tests of the service around it.

import Foundation
import Geo
import Preparation
import PublishedServices
import RouteAPI
import RouteAnalysis
import RouteService
import Synchronization

/// Answers as the test says, and counts its solves.
final class FakeLayer: RouteAnswering {
    /// What a solve does.
    enum Behavior: Sendable {
        case answer(AnalysisResult)
        case fail(RouteRequestError)
        /// Computes until it is stopped or ``FakeLayer/release()`` is called.
        case busy
    }

    let layerDescription: LayerDescription
    private let behavior: Behavior
    /// The effort reported for each request.
    private let effort: SolveEffort
    private let isReleased = Atomic(false)
    private let startedCount = Atomic(0)
    private let stoppedCount = Atomic(0)

    init(
        _ behavior: Behavior = .answer(AnalysisResult()), limits: ServiceLimits = ServiceLimits(),
        privateFeatureHosts: [String] = [], effort: SolveEffort = .heavy
    ) {
        self.behavior = behavior
        self.effort = effort
        var description = Self.description
        description.configuration.limits = limits
        description.configuration.privateFeatureHosts = privateFeatureHosts
        layerDescription = description
    }

    /// The number of solves begun.
    var started: Int { startedCount.load(ordering: .sequentiallyConsistent) }
    /// The number of solves that stopped when asked to.
    var stopped: Int { stoppedCount.load(ordering: .sequentiallyConsistent) }

    /// Lets busy solves answer.
    func release() { isReleased.store(true, ordering: .sequentiallyConsistent) }

    let operations = [AnalysisOperation.solve, .locate]
    let networkOperations = [AnalysisOperation.locate]

    func effort(of request: AnalysisRequest) -> SolveEffort { effort }

    func answer(
        _ request: AnalysisRequest, control: SolveControl,
        passingRowsTo rows: (any AnswerRowReceiver)?
    ) throws(RouteRequestError) -> AnalysisResult {
        startedCount.add(1, ordering: .sequentiallyConsistent)
        switch behavior {
        case .answer(let result): return result
        case .fail(let error): throw error
        case .busy:
            while !isReleased.load(ordering: .sequentiallyConsistent) {
                if control.shouldStop {
                    stoppedCount.add(1, ordering: .sequentiallyConsistent)
                    try control.check()
                }
                Thread.sleep(forTimeInterval: 0.002)
            }
            return AnalysisResult()
        }
    }

    /// A small network with familiar ArcGIS attributes.
    static let description: LayerDescription = {
        var configuration = RouteLayerConfiguration(
            impedanceAttributeName: "TravelTime", restrictionAttributeNames: ["Oneway"],
            accumulateAttributeNames: ["Kilometers"], directionsTimeAttributeName: "TravelTime")
        configuration.travelModes = [
            TravelMode(
                id: "1", name: "Driving Time", type: "AUTOMOBILE", summary: "Fastest by car",
                impedanceAttributeName: "TravelTime", timeAttributeName: "TravelTime",
                distanceAttributeName: "Kilometers", restrictionAttributeNames: ["Oneway"],
                uTurnPolicy: .atDeadEndsAndIntersections)
        ]
        configuration.defaultTravelMode = "1"
        let usage = NetworkAttributeDescription.Parameter(
            name: "Restriction Usage", defaultValue: "PROHIBITED")
        return LayerDescription(
            configuration: configuration, networkName: "Harbor", edgeSourceName: "Streets",
            buildTime: 1_700_000_000_000,
            attributes: [
                NetworkAttributeDescription(
                    name: "TravelTime", usage: .cost, units: .minutes, parameters: []),
                NetworkAttributeDescription(
                    name: "Kilometers", usage: .cost, units: .kilometers, parameters: []),
                NetworkAttributeDescription(
                    name: "Oneway", usage: .restriction, units: .unknown, parameters: [usage]),
                NetworkAttributeDescription(
                    name: "Avoid Toll Roads", usage: .restriction, units: .unknown,
                    parameters: [usage]),
            ],
            fingerprint: "0123456789abcdef", attribution: "© OpenStreetMap contributors")
    }()
}
