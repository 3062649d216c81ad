// `waypost replay`: what a recorded session told, and whether it is told the same now.

import ArgumentParser
import Navigation

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recorded session, or a drive along a route.",
        discussion: """
            Prints what the driver was told and what was requested of the server, by time. A \
            recording is replayed: the first answer that differs is shown, and the exit code is 1. \
            With --route, a trace is driven along the route of an answer, without a server.

            waypost replay session.jsonl
            waypost replay drive.gpx --route route.json -o session.jsonl
            """)

    @Argument(
        help: ArgumentHelp(
            "A recording, or with --route a trace: GPX, GeoJSON, CSV; - is standard input.",
            valueName: "file"))
    var file: String
    @Option(
        help: ArgumentHelp(
            "The route to follow: a whole answer of solve, written with --format answer.",
            valueName: "file"))
    var route: String?
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write the recording of a drive.", valueName: "file"))
    var output: String?
    @OptionGroup var files: FileOptions
    @Flag(help: "Print no timeline.") var quiet = false

    func validate() throws {
        if output != nil, route == nil {
            throw ValidationError("-o: only a drive is recorded; give its route with --route.")
        }
    }

    func run() throws {
        if let route {
            let drive = try ReplayedDrive(trace: file, route: route, hints: files.hints)
            let recording = drive.recording()
            if let output {
                let text = try recording.jsonLines()
                try Console.write(bytes: Array(text.utf8), toFile: output)
            }
            show(recording)
            return
        }
        let text = String(decoding: try Console.read(file: file), as: UTF8.self)
        let recording: SessionRecording
        do throws(SessionRecordingError) {
            recording = try SessionRecording(jsonLines: text)
        } catch {
            throw CommandFailure(.invalidInput, "\(file): \(error)")
        }
        show(recording)
        if let difference = try recording.replay() {
            throw CommandFailure(.failed, "\(file): \(difference)")
        }
    }

    private func show(_ recording: SessionRecording) {
        if !quiet, output != "-" { Console.write(ReplayTimeline.text(of: recording)) }
    }
}
