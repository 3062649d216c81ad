// Holds the map page's files and settings.

import Foundation
import Logging
import MapPage
import ServiceTransport

/// The map page's files, and where its style comes from.
struct MapSettings: Sendable {
    /// MapLibre GL JS's files, which are not part of the program.
    static let libraryNames = ["maplibre-gl.js"]
    /// The most bytes to read. If a file is larger, it is not MapLibre's.
    private static let mostBytes = 8 << 20

    /// The files by name, without the page itself.
    private let files: [String: StaticFile]
    /// The URL of a style for tiles from another server; `nil` for the layer's own.
    let styleURL: String?
    /// The pictures of streets that were made.
    let overviews = OverviewEndpoint.Kept()

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - folder: The folder with MapLibre's files. If one is missing, the log says so, and the
    ///     page tells its reader.
    ///   - styleURL: A style on another server.
    init(folder: String? = nil, styleURL: String? = nil, logger: Logger? = nil) {
        self.styleURL = styleURL
        var files: [String: StaticFile] = [:]
        for file in MapFile.allCases where file != .page {
            files[file.rawValue] = StaticFile(file.bytes, mediaType: file.mediaType)
        }
        for name in Self.libraryNames {
            guard let folder else { continue }
            do {
                let path = "\(folder)/\(name)"
                let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
                guard bytes.count <= Self.mostBytes else {
                    logger?.warning(
                        "the map goes without a file that is too large",
                        metadata: ["file": "\(path)", "most": "\(Self.mostBytes) bytes"])
                    continue
                }
                files[name] = StaticFile(
                    Array(bytes), mediaType: MapFile.mediaType(of: name))
            } catch {
                logger?.notice(
                    "the map page has no map until scripts/setup-map has been run",
                    metadata: ["file": "\(folder)/\(name)"])
            }
        }
        self.files = files
    }

    /// The names of all possible files.
    static var names: [String] {
        MapFile.allCases.filter { $0 != .page }.map(\.rawValue) + libraryNames
    }

    /// Returns a file; `nil` if none has this name.
    func file(named name: String) -> StaticFile? { files[name] }

    /// Returns the page's content security policy.
    ///
    /// It allows scripts, styles and data from this server. If the style is on another server, it
    /// also allows data from there.
    ///
    /// - Parameter origin: This server's origin, with which tiles' URLs begin.
    func policy(origin: String) -> String {
        let other = styleURL.flatMap(Self.origin(of:)).map { " \($0)" } ?? ""
        return "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data: blob:\(other); connect-src 'self' \(origin)\(other); "
            + "worker-src 'self' blob:; font-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'"
    }

    /// Returns the origin in a style's URL.
    ///
    /// The result is `nil` if the URL is neither `http` nor `https`, or if its host cannot stand in
    /// a policy.
    static func origin(of url: String) -> String? {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil
        else { return nil }
        return ServerOrigin.publicOrigin(
            "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? ""))
    }
}
