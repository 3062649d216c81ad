// The options of `waypost serve` for the map page.

import ArgumentParser
import Foundation
import RouteService

/// Where the map page gets MapLibre and its style.
struct MapOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The folder with MapLibre's files for the page /map, which scripts/setup-map makes; by \
            default share/waypost/map beside the program's bin, or .build/map of the sources.
            """, valueName: "dir"))
    var mapFiles: String?

    @Option(
        help: ArgumentHelp(
            "A MapLibre style whose tiles the page /map shows, in place of the network's own "
                + "streets; its tiles, fonts and pictures must come from the same server.",
            valueName: "url"))
    var mapStyle: String?

    @Flag(help: "Open the map in the browser.")
    var open = false

    func validate() throws {
        if let mapFiles, !Self.isFolder(mapFiles) {
            throw ValidationError(
                "--map-files: \(mapFiles) is no folder; make it with scripts/setup-map.")
        }
        if let mapStyle, !RouteServiceConfiguration.isMapStyle(mapStyle) {
            throw ValidationError(
                "--map-style must be an http or https URL without a user, such as "
                    + "https://tiles.example/style.json, not \"\(mapStyle)\".")
        }
    }

    func apply(to configuration: inout RouteServiceConfiguration) {
        configuration.mapFolder =
            mapFiles ?? Self.folder(ofProgram: Bundle.main.executablePath ?? "")
        configuration.mapStyle = mapStyle
    }

    /// Returns the folder with MapLibre's files that belongs to a program; `nil` if there is none.
    ///
    /// An installed program has it beside its `bin`, one that was built from sources within the
    /// build's folder.
    static func folder(ofProgram path: String) -> String? {
        let program = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let bin = program.deletingLastPathComponent()
        var candidates = [
            bin.deletingLastPathComponent().appendingPathComponent("share/waypost/map").path
        ]
        let parts = bin.pathComponents
        if let build = parts.lastIndex(of: ".build") {
            candidates.append(
                "/" + (parts[1...build] + ["map"]).joined(separator: "/"))
        }
        return candidates.first(where: isFolder)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Returns what the map page lacks if no folder has MapLibre; `nil` if one is known. The server
    /// looks into that one itself.
    static func lack(in folder: String?) -> String? {
        guard folder == nil else { return nil }
        return "the map page has no map, since MapLibre is in no folder known here; run "
            + "scripts/setup-map in the sources once, and give its folder with --map-files if "
            + "the program is elsewhere"
    }

    /// Opens a page in the browser, if the system can.
    static func showInBrowser(_ url: String) {
        let opener = Process()
        opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        #if os(macOS)
        opener.arguments = ["open", url]
        #else
        opener.arguments = ["xdg-open", url]
        #endif
        opener.standardOutput = FileHandle.nullDevice
        opener.standardError = FileHandle.nullDevice
        do {
            try opener.run()
        } catch {
            Console.note(["no browser could be opened (\(error.localizedDescription)): open \(url)"]
            )
        }
    }
}
