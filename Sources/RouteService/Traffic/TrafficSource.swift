// Reads feeds from files and addresses, within the limits for features by URL.

import AccessControl
import Foundation
import Geo
import LiveTraffic
import RouteAPI
import ServiceTransport

/// Why no feed could be read; the text is for users.
struct TrafficSourceError: Error, Hashable {
    let text: String
}

/// Fetches feeds from hosts that the service allows.
struct TrafficFetch: Sendable {
    /// The allowed hosts, in lower case.
    var hosts: [String]
    /// The allowed hosts in private networks, in lower case.
    var privateHosts: [String]
    /// Whether the address comes from the server's command line, which may name any host.
    var allowsEveryHost = false
    let source: any FeatureDownloading
    /// Limits the concurrent fetches of all requests.
    let gate: FetchGate
    /// The caller to whom the fetch is charged.
    let caller: Caller

    /// Fetches the bytes at an address.
    ///
    /// - Throws: `RouteRequestError` if the address is not allowed or does not answer; the errors
    ///   of ``FetchGate/enter(for:)``; `CancellationError`.
    func bytes(at link: String, parameter: String) async throws -> [UInt8] {
        let url = try address(link, parameter)
        let host = url.host?.lowercased() ?? ""
        let lease = try gate.enter(for: caller)
        defer { lease.end() }
        do {
            return try await source.download(
                url, allowsPrivate: allowsEveryHost || privateHosts.contains(host), within: lease)
        } catch let problem as FetchProblem {
            throw RouteRequestError.invalidParameter(
                parameter, "a feed could not be fetched from \(host): \(problem.text)")
        }
    }

    private func address(_ link: String, _ parameter: String) throws -> URL {
        if allowsEveryHost {
            guard let url = URL(string: link), url.host != nil else {
                throw RouteRequestError.invalidParameter(parameter, "is not the address of a feed")
            }
            return url
        }
        guard !hosts.isEmpty || !privateHosts.isEmpty else {
            throw RouteRequestError.invalidParameter(
                parameter,
                "names an address, and this service fetches from no host (featureHosts); send the "
                    + "rows or features themselves")
        }
        let parts = try FeatureFetch.address(link, of: parameter, hosts, privateHosts)
        guard let url = parts.url else {
            throw RouteRequestError.invalidParameter(parameter, "has a url that is not valid")
        }
        return url
    }
}

/// Reads feeds from files.
enum TrafficFile {
    /// Reads a file.
    ///
    /// - Throws: ``TrafficSourceError`` if it cannot be read or has too many bytes.
    static func bytes(at path: String, atMost limit: Int) throws(TrafficSourceError) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw TrafficSourceError(
                text: FileManager.default.fileExists(atPath: path)
                    ? "the file \(path) cannot be read" : "there is no file \(path)")
        }
        defer { file.closeFile() }
        do {
            let data = try file.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else {
                throw TrafficSourceError(
                    text: "the file \(path) has more than \(limit) bytes, the most of a feed")
            }
            return [UInt8](data)
        } catch let error as TrafficSourceError {
            throw error
        } catch {
            throw TrafficSourceError(text: "the file \(path) cannot be read")
        }
    }
}
