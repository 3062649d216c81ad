// Inputs that a request names by url, fetched from hosts that the service's definition allows.

import Foundation
import Geo
import NIOPosix
import RouteAPI

/// Gets the bytes behind an address, within bounds.
protocol FeatureDownloading: Sendable {
    /// - Parameters:
    ///   - reachesPrivate: Whether the host may lie in a private network.
    ///   - lease: What may still come, and until when.
    /// - Throws: ``FetchProblem`` for everything that goes wrong at the host, what
    ///   ``FetchLease/take(_:)`` throws, `CancellationError` when the task is called off.
    func download(
        _ url: URL, reachesPrivate: Bool, within lease: FetchLease
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

    /// The parameters that may name a url.
    static let parameters = ["stops"] + BarrierClass.allCases.map(\.parameter)

    /// An input that is to be fetched.
    private struct Reference {
        var name: String
        var url: URL
        /// The input's own setting, which the fetched features take over.
        var flag: JSONValue?
    }

    /// Reads what came, one answer after the other: a tree of values takes many times the memory of
    /// its text, and one thread holds one tree.
    private static let reader: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        return threads
    }()

    /// Whether any host may be asked.
    var isPossible: Bool { !hosts.isEmpty || !privateHosts.isEmpty }

    /// The fields with every allowed url replaced by what it answers.
    ///
    /// - Throws: ``RouteRequestError`` naming the parameter, for hosts that are not allowed and for
    ///   answers that are no feature set; what ``FetchGate/enter(for:)`` throws;
    ///   ``SolveQueueError/withdrawn`` when the task is called off.
    func completed(_ fields: FormParameters) async throws -> FormParameters {
        guard isPossible else { return fields }
        var references: [Reference] = []
        for name in Self.parameters {
            guard let value = Self.reference(in: fields.text(name)), let link = value["url"]?.string
            else { continue }
            let flag = value.object?.value(ignoringCase: "doNotLocateOnRestrictedElements")
            references.append(Reference(name: name, url: try allowed(link, name), flag: flag))
        }
        if references.isEmpty { return fields }
        let lease = try gate.enter(for: caller)
        defer { lease.end() }
        var fetched: [String: String] = [:]
        for reference in references {
            fetched[reference.name] = try await text(of: reference, within: lease)
        }
        return FormParameters(
            fields.fields.filter { fetched[$0.name] == nil }.map { ($0.name, $0.value) }
                + fetched.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private func text(of reference: Reference, within lease: FetchLease) async throws -> String {
        let host = reference.url.host?.lowercased() ?? ""
        do {
            let bytes = try await source.download(
                reference.url, reachesPrivate: privateHosts.contains(host), within: lease)
            return try await Self.reader.runIfActive {
                try Self.text(of: bytes, keeping: reference.flag, reference.name)
            }
        } catch let problem as FetchProblem {
            throw RouteRequestError.invalidParameter(
                reference.name, "features could not be fetched from \(host): \(problem.text)")
        } catch is CancellationError {
            throw SolveQueueError.withdrawn
        }
    }

    /// Whether an input names a url and has no features of its own.
    static func isReference(_ text: String?) -> Bool { reference(in: text)?["url"] != nil }

    /// An input that names a url and has no features of its own.
    private static func reference(in text: String?) -> JSONValue? {
        // Looking for the word first spares reading megabytes of features twice.
        guard let text, text.first == "{", text.utf8.count < 10_000, text.contains("\"url\"")
        else { return nil }
        do {
            let value = try JSONValue.parse(text)
            return value["features"] == nil && value["layerName"] == nil ? value : nil
        } catch {
            // The request's own reader says what is wrong with it.
            return nil
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
            throw RouteRequestError.invalidParameter(name, "has a url that is none")
        }
        return url
    }

    /// The answer as the value of a field.
    private static func text(
        of bytes: [UInt8], keeping flag: JSONValue?, _ name: String
    ) throws -> String {
        let value: JSONValue
        do {
            value = try JSONValue.parse(bytes, limits: JSONLimits(maximumBytes: bytes.count))
        } catch {
            throw RouteRequestError.invalidParameter(
                name, "the url answered with something else than JSON (\(error))")
        }
        guard value["features"]?.array != nil else {
            let reason = value["error"]?["message"]?.string.map { ": \($0.excerpt(200))" } ?? ""
            throw RouteRequestError.invalidParameter(
                name, "the url answered without features\(reason)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let flag, let brace = text.firstIndex(of: "{") else { return text }
        return "{\"doNotLocateOnRestrictedElements\":\(flag.text),"
            + text[text.index(after: brace)...]
    }
}
