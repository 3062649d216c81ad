// Inputs that a request names by url, fetched from hosts that the service's definition allows.

import AccessControl
import Foundation
import Geo
import NIOPosix
import RouteAPI

/// Gets the bytes behind an address, within bounds.
protocol FeatureDownloading: Sendable {
    /// - Parameters:
    ///   - allowsPrivate: Whether the host may lie in a private network.
    ///   - lease: What may still come, and until when.
    /// - Throws: ``FetchProblem`` for everything that goes wrong at the host, what
    ///   ``FetchLease/take(_:)`` throws, `CancellationError` when the task is called off.
    func download(
        _ url: URL, allowsPrivate: Bool, within lease: FetchLease
    ) async throws -> [UInt8]
}

/// Why an address gave no features; a sentence's end for the caller.
struct FetchProblem: Error, Hashable {
    let text: String
}

/// Puts feature sets in the place of the urls that a request names.
///
/// A service without allowed hosts fetches nothing, and reading the request then refuses the url.
struct FeatureFetch: Sendable {
    /// The hosts that may be asked, in lower case.
    let hosts: [String]
    /// The hosts that may be asked though they lie in a private network, in lower case.
    var privateHosts: [String] = []
    let source: any FeatureDownloading
    /// Bounds what all requests fetch at once.
    let gate: FetchGate
    /// Whom the fetches are counted for.
    let caller: Caller

    /// Reads what came, one answer after the other: a tree of values takes many times the memory of
    /// its text, and one thread holds one tree.
    private static let reader: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        return threads
    }()

    /// Whether any host may be asked.
    var isPossible: Bool { !hosts.isEmpty || !privateHosts.isEmpty }

    /// A request with the features of every allowed url in its place.
    ///
    /// - Throws: ``RouteRequestError`` naming the parameter, for hosts that are not allowed and for
    ///   answers that are no feature set; what ``FetchGate/enter(for:)`` throws;
    ///   ``SolveQueueError/cancelled`` when the task is called off.
    func resolved(_ parameters: RouteParameters) async throws -> RouteParameters {
        guard isPossible else { return parameters }
        let references = try parameters.references.compactMap { name -> (String, URL)? in
            guard case .url(let url) = parameters[input: name]?.source else { return nil }
            return (name, try allowed(url.text, name))
        }
        if references.isEmpty { return parameters }
        let lease = try gate.enter(for: caller)
        defer { lease.end() }
        var resolved = parameters
        for (name, url) in references {
            resolved[input: name]?.source = .features(
                try await features(from: url, of: name, within: lease))
        }
        return resolved
    }

    private func features(
        from url: URL, of name: String, within lease: FetchLease
    ) async throws -> FeatureSet {
        let host = url.host?.lowercased() ?? ""
        do {
            let bytes = try await source.download(
                url, allowsPrivate: privateHosts.contains(host), within: lease)
            return try await Self.reader.runIfActive { try Self.features(in: bytes, of: name) }
        } catch let problem as FetchProblem {
            throw RouteRequestError.invalidParameter(
                name, "features could not be fetched from \(host): \(problem.text)")
        } catch is CancellationError {
            throw SolveQueueError.cancelled
        }
    }

    /// The address to ask.
    ///
    /// - Throws: When it is none, or its host is not allowed.
    private func allowed(_ link: String, _ name: String) throws -> URL {
        guard var parts = URLComponents(string: link), let host = parts.host?.lowercased(),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.user == nil
        else {
            throw RouteRequestError.invalidParameter(
                name, "has the url \"\(link.excerpt(200))\"; an http or https address is needed")
        }
        guard hosts.contains(host) || privateHosts.contains(host) else {
            throw RouteRequestError.invalidParameter(
                name,
                "asks to fetch features from \(host), which this service does not do; it fetches "
                    + "from \((hosts + privateHosts).joined(separator: ", ")) only")
        }
        // The address of a layer stands for all of its features.
        if parts.query == nil, !parts.path.hasSuffix("/query") {
            parts.path += parts.path.hasSuffix("/") ? "query" : "/query"
            parts.percentEncodedQuery = "where=1%3D1&outFields=*&f=json"
        }
        guard let url = parts.url else {
            throw RouteRequestError.invalidParameter(name, "has a url that is not valid")
        }
        return url
    }

    /// The features that a host has answered with.
    private static func features(in bytes: [UInt8], of name: String) throws -> FeatureSet {
        let value: JSONValue
        do {
            value = try JSONValue.parse(bytes, limits: JSONLimits(maximumBytes: bytes.count))
        } catch {
            throw RouteRequestError.invalidParameter(
                name, "the url answered with something other than JSON (\(error))")
        }
        guard value["features"]?.array != nil else {
            let reason = value["error"]?["message"]?.string.map { ": \($0.excerpt(200))" } ?? ""
            throw RouteRequestError.invalidParameter(
                name, "the url answered without features\(reason)")
        }
        let type = BarrierClass(parameter: name)?.geometryType ?? .point
        return try LocationForm.featureSet(value, type, of: name, limits: FeatureLimits())
    }
}
