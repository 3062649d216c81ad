// Networks for swapping under a server, and servers that reload them.

import AccessControl
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import ServerTesting
import Synchronization
import Testing

@testable import RouteService

/// A network whose answers carry its fingerprint and wait while held.
final class SwappedNetwork: RouteAnswering {
    let layerDescription: LayerDescription
    let fileVersion: NetworkFileVersion?
    private let isHeld: Atomic<Bool>
    private let isModified = Atomic(false)
    private let startedCount = Atomic(0)
    private let preparedCount = Atomic(0)
    private let admittedCount = Atomic(0)

    init(_ fingerprint: String, isHeld: Bool = false, fileVersion: NetworkFileVersion? = nil) {
        var description = FakeLayer.description
        description.fingerprint = fingerprint
        layerDescription = description
        self.isHeld = Atomic(isHeld)
        self.fileVersion = fileVersion
    }

    let operations = [AnalysisOperation.solve, .locate]
    let networkOperations = [AnalysisOperation.locate]
    var networkIdentity: AnyHashable? { ObjectIdentifier(self) }
    var hasChangedFile: Bool { isModified.load(ordering: .sequentiallyConsistent) }

    /// The number of solves begun.
    var started: Int { startedCount.load(ordering: .sequentiallyConsistent) }
    /// How often its metrics were prepared.
    var prepared: Int { preparedCount.load(ordering: .sequentiallyConsistent) }
    /// How often it was asked to admit writers.
    var admitted: Int { admittedCount.load(ordering: .sequentiallyConsistent) }

    /// Lets solves answer.
    func release() { isHeld.store(false, ordering: .sequentiallyConsistent) }

    /// Changes the network, as a program writing into its file does.
    func modify() { isModified.store(true, ordering: .sequentiallyConsistent) }

    func prepare() { preparedCount.add(1, ordering: .sequentiallyConsistent) }

    func admitWriters() -> Bool {
        admittedCount.add(1, ordering: .sequentiallyConsistent)
        return false
    }

    func answer(
        _ request: AnalysisRequest, control: SolveControl,
        passingRowsTo rows: (any AnswerRowReceiver)?
    ) throws(RouteRequestError) -> AnalysisResult {
        startedCount.add(1, ordering: .sequentiallyConsistent)
        while isHeld.load(ordering: .sequentiallyConsistent) {
            try control.check()
            Thread.sleep(forTimeInterval: 0.002)
        }
        var result = routeAnswer(named: layerDescription.fingerprint)
        result.fingerprint = layerDescription.fingerprint
        return result
    }
}

/// A reference that does not keep the network alive.
final class WeakNetwork: @unchecked Sendable {
    // Sendable: it is set once, and weak references are safe to read.
    private(set) weak var network: SwappedNetwork?

    init(_ network: SwappedNetwork) { self.network = network }
}

/// The networks a server gets at successive reloads.
final class NetworkSequence: Sendable {
    private let waiting: Mutex<[Result<SwappedNetwork, InvalidUserFile>]>
    private let openedCount = Atomic(0)
    private let usage: UsageLimits
    private let isHeld = Atomic(false)

    init(
        _ networks: [Result<SwappedNetwork, InvalidUserFile>], usage: UsageLimits = UsageLimits()
    ) {
        waiting = Mutex(networks)
        self.usage = usage
    }

    /// How often the services were opened.
    var opened: Int { openedCount.load(ordering: .sequentiallyConsistent) }

    /// Blocks opening the services until ``release()``.
    func hold() { isHeld.store(true, ordering: .sequentiallyConsistent) }

    func release() { isHeld.store(false, ordering: .sequentiallyConsistent) }

    /// Opens the next network, or the last one again if none is left.
    func open(_ opened: OpenedCatalog) throws -> OpenedCatalog {
        openedCount.add(1, ordering: .sequentiallyConsistent)
        while isHeld.load(ordering: .sequentiallyConsistent) {
            Thread.sleep(forTimeInterval: 0.002)
        }
        let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let network = try next?.get() else { return opened }
        return OpenedCatalog(catalog: Self.catalog(network, usage: usage))
    }

    static func catalog(
        _ network: SwappedNetwork, usage: UsageLimits = UsageLimits()
    ) -> ServiceCatalog {
        ServiceCatalog([PublishedLayer(service: "Harbor", usage: usage, answering: network)])
    }
}

/// A server over `network` whose reloads open `next`; ann is its administrator.
func makeReloadServer(
    _ network: SwappedNetwork, next: NetworkSequence, usage: UsageLimits = UsageLimits(),
    files: TestFiles, _ change: (inout RouteServiceConfiguration) -> Void = { _ in }
) throws -> some ApplicationProtocol {
    var users = try TestUsers.file()
    users.setAdministrator("ann", true)
    let path = try files.write("users.txt", users.text)
    return try makeServer(NetworkSequence.catalog(network, usage: usage)) { configuration in
        configuration.usersPath = path
        configuration.reopening = { try next.open($0) }
        change(&configuration)
    }
}

extension TestClient {
    func reload() async throws -> TestResponse {
        try await post(ResourcePath.reload, "f=json&token=\(token())")
    }

    /// The last reload as ann sees it.
    func reloadState() async throws -> JSONValue {
        try await json("\(ResourcePath.reload)?token=\(token())")
    }

    /// The fingerprint of the network that answered a solve.
    func solvedOn() async throws -> String? {
        try await json("\(FixturePath.solve)?\(FixturePath.twoStops)")["network"]?["fingerprint"]?
            .string
    }
}
