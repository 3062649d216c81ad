// Fetches inputs given by URL, from hosts the service's definition allows.

package import AccessControl
package import Foundation
import Geo
package import RouteAPI

/// Downloads a URL's content within limits.
package protocol FeatureDownloading: Sendable {
    /// - Parameters:
    ///   - allowsPrivate: Whether the host may be in a private network.
    ///   - lease: The remaining bytes and time.
    /// - Throws: ``FetchProblem`` if the host fails in any way; the errors of
    ///   ``FetchLease/take(_:)``; `CancellationError` if the task is cancelled.
    func download(
        _ url: URL, allowsPrivate: Bool, within lease: FetchLease
    ) async throws -> [UInt8]
}

/// Replaces URLs in a request by the features they lead to.
///
/// If a service allows no hosts, nothing is fetched; reading the request then rejects the URL.
package struct FeatureFetch: Sendable {
    /// The allowed hosts, in lower case.
    let hosts: [String]
    /// The allowed hosts in private networks, in lower case.
    var privateHosts: [String] = []
    let source: any FeatureDownloading
    /// Limits the concurrent fetches of all requests.
    let gate: FetchGate
    /// The caller to whom fetches are charged.
    let caller: Caller

    /// Creates fetches for one caller.
    package init(
        hosts: [String], privateHosts: [String] = [], source: any FeatureDownloading,
        gate: FetchGate, caller: Caller
    ) {
        self.hosts = hosts
        self.privateHosts = privateHosts
        self.source = source
        self.gate = gate
        self.caller = caller
    }

    /// Whether any host is allowed.
    var isPossible: Bool { !hosts.isEmpty || !privateHosts.isEmpty }

    /// Returns the request with features in place of every allowed URL.
    ///
    /// - Throws: ``RouteRequestError`` naming the parameter if a host is not allowed or a response
    ///   is not a feature set; the errors of ``FetchGate/enter(for:)``; ``LaneRefusal/cancelled``
    ///   if the task is cancelled.
    package func resolved(_ parameters: AnalysisParameters) async throws -> AnalysisParameters {
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
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            let asked = items.first { $0.name.lowercased() == "resultrecordcount" }?.value
            return try await lease.parse {
                try Self.features(in: bytes, of: name, asked: asked.flatMap { Int($0) })
            }
        } catch let problem as FetchProblem {
            throw RouteRequestError.invalidParameter(
                name, "features could not be fetched from \(host): \(problem.text)")
        } catch is CancellationError {
            throw LaneRefusal.cancelled
        }
    }

    /// Returns the URL to request.
    ///
    /// - Throws: ``RouteRequestError`` if the URL is invalid or its host is not allowed.
    private func allowed(_ link: String, _ name: String) throws -> URL {
        var parts = try Self.address(link, of: name, hosts, privateHosts)
        // A layer's URL selects all its features.
        if parts.query == nil, !parts.path.hasSuffix("/query") {
            parts.path += parts.path.hasSuffix("/") ? "query" : "/query"
            parts.percentEncodedQuery = "where=1%3D1&outFields=*&f=json"
        }
        guard let url = parts.url else {
            throw RouteRequestError.invalidParameter(name, "has a url that is not valid")
        }
        return url
    }

    /// Parses an address and checks its host.
    ///
    /// - Parameter name: The parameter with the address, for errors.
    /// - Throws: ``RouteRequestError`` if the address is invalid or its host is not allowed.
    package static func address(
        _ link: String, of name: String, _ hosts: [String], _ privateHosts: [String]
    ) throws -> URLComponents {
        guard let parts = URLComponents(string: link), let host = parts.host?.lowercased(),
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
        return parts
    }

    /// Parses a response's features.
    ///
    /// - Parameter asked: How many of the rows the URL asks for; `nil` for all.
    private static func features(
        in bytes: [UInt8], of name: String, asked: Int?
    ) throws -> FeatureSet {
        let value: JSONValue
        do {
            value = try JSONValue.parse(bytes, limits: .features(maximumBytes: bytes.count))
        } catch {
            throw RouteRequestError.invalidParameter(
                name, "the url answered with something other than JSON (\(error))")
        }
        guard let count = value["features"]?.array?.count else {
            let reason = value["error"]?["message"]?.string.map { ": \($0.excerpt(200))" } ?? ""
            throw RouteRequestError.invalidParameter(
                name, "the url answered without features\(reason)")
        }
        let exceeded =
            value["exceededTransferLimit"] ?? value["properties"]?["exceededTransferLimit"]
        if exceeded?.bool == true, count < asked ?? .max {
            throw RouteRequestError.invalidParameter(
                name,
                "the url answered with the first \(count) rows and has more "
                    + "(exceededTransferLimit); select fewer by where, or ask for so many by "
                    + "resultRecordCount")
        }
        let type = BarrierClass(parameter: name)?.geometryType ?? .point
        return try LocationForm.featureSet(value, type, of: name, limits: FeatureLimits())
    }
}
