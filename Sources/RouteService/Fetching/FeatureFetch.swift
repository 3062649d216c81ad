// Inputs that a request names by url, fetched from hosts that the service's definition allows.

import Foundation
import Geo
import RouteAPI

/// Gets the bytes behind an address, within bounds.
protocol FeatureDownloading: Sendable {
    /// - Parameter reachesPrivate: Whether the host may lie in a private network.
    /// - Throws: ``FetchProblem`` for everything that goes wrong.
    func download(_ url: URL, reachesPrivate: Bool) async throws -> [UInt8]
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

    /// The parameters that may name a url.
    static let parameters = ["stops", "barriers", "polylineBarriers", "polygonBarriers"]

    /// The fields with every allowed url replaced by what it answers.
    ///
    /// - Throws: ``RouteRequestError`` naming the parameter, for hosts that are not allowed and for
    ///   answers that are no feature set.
    func completed(_ fields: FormParameters) async throws -> FormParameters {
        if hosts.isEmpty, privateHosts.isEmpty { return fields }
        var fetched: [String: String] = [:]
        for name in Self.parameters {
            guard let value = Self.reference(in: fields.text(name)), let link = value["url"]?.string
            else { continue }
            let url = try allowed(link, name)
            let bytes: [UInt8]
            do {
                bytes = try await source.download(
                    url, reachesPrivate: privateHosts.contains(url.host?.lowercased() ?? ""))
            } catch let problem as FetchProblem {
                throw RouteRequestError.invalidParameter(
                    name, "features could not be fetched from \(url.host ?? ""): \(problem.text)")
            }
            let flag = value.object?.value(ignoringCase: "doNotLocateOnRestrictedElements")
            fetched[name] = try text(of: bytes, keeping: flag, name)
        }
        if fetched.isEmpty { return fields }
        return FormParameters(
            fields.fields.filter { fetched[$0.name] == nil }.map { ($0.name, $0.value) }
                + fetched.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
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
                name, "has the url \"\(link.prefix(200))\"; an http or https address is needed")
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
    private func text(
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
            let reason = value["error"]?["message"]?.string.map { ": \($0.prefix(200))" } ?? ""
            throw RouteRequestError.invalidParameter(
                name, "the url answered without features\(reason)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let flag, let brace = text.firstIndex(of: "{") else { return text }
        return "{\"doNotLocateOnRestrictedElements\":\(flag.text),"
            + text[text.index(after: brace)...]
    }
}
