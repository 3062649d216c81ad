// The files and settings of the map page.

import Foundation
import Logging
import MapPage

/// What the map page needs besides a layer: its files, and where its style comes from.
struct MapSettings: Sendable {
    /// The files of MapLibre GL JS, which are not part of the program.
    static let libraryNames = ["maplibre-gl.js"]
    /// Larger files are not MapLibre's.
    private static let mostBytes = 8 << 20

    /// The files by name, without the page itself.
    private let files: [String: StaticFile]
    /// The style of other tiles than this server's; `nil` for the layer's own.
    let styleURL: String?

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - folder: Where MapLibre's files are. Files that are missing there are told to the log
    ///     and, by the page, to its reader.
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

    /// The names of all files there can be.
    static var names: [String] {
        MapFile.allCases.filter { $0 != .page }.map(\.rawValue) + libraryNames
    }

    /// Returns a file; `nil` if there is none of this name.
    func file(named name: String) -> StaticFile? { files[name] }

    /// The page's content security policy: scripts, styles and data of this server, and data of the
    /// style's server if there is another.
    ///
    /// - Parameter origin: This server's origin, which tiles' URLs begin with.
    func policy(origin: String) -> String {
        let other = styleURL.flatMap(Self.origin(of:)).map { " \($0)" } ?? ""
        return "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data: blob:\(other); connect-src 'self' \(origin)\(other); "
            + "worker-src 'self' blob:; font-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'"
    }

    /// Returns the origin of a style's URL; `nil` unless it is an `http` or `https` URL whose host
    /// can stand in a policy.
    static func origin(of url: String) -> String? {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil
        else { return nil }
        return ServerOrigin.publicOrigin(
            "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? ""))
    }
}
