// All inputs and outputs of a navigator, as lines of JSON.

import Foundation

/// A session: all inputs and outputs of its navigator.
///
/// Keep a recording to find out later why a vehicle was told what it was told, and to check that a
/// new version of this module still answers alike.
///
/// ```swift
/// var recording = SessionRecording(live: navigator.live.settings)
/// let outputs = navigator.handle(input)
/// recording.append(input, outputs)
/// let text = try recording.jsonLines()
/// // … later
/// let difference = try SessionRecording(jsonLines: text).replay()
/// ```
///
/// **Format.** The first line has the version and the settings, each further one an input or an
/// output: `{"settings":…}`, `{"in":…}`, `{"out":…}`. Keys are sorted, numbers are written with as
/// many digits as they need, and numbers that JSON has no digits for as the strings `nan`, `inf`
/// and `-inf`. Equal sessions therefore give equal bytes.
///
/// The first line also has `retry` if a ``DoublingDelay`` of the caller's counts, and `resumed` if
/// the session went on where another one was. Such a recording has version 2, and so has one with a
/// skipped waypoint or with a better route that came with new times; others still have 1.
///
/// **Not kept** is what the caller writes: a selector, a retry policy and a tracker of one's own,
/// and other settings of a ``RouteTracker``. Replay such a session by ``replay(with:)``, with a
/// navigator that has the same.
public struct SessionRecording: Sendable {
    /// One line of a recording.
    public enum Entry: Codable, Sendable {
        /// The first line: how the route is kept up to date, the format's version, how long to wait
        /// after a failure if not as the settings say, and where the session began if not without a
        /// route.
        case settings(
            LiveRouteSettings, version: Int, retry: DoublingDelay? = nil, resumed: Resumed? = nil)
        /// What went into the navigator.
        case input(NavigatorInput)
        /// What came out after the last input.
        case output(NavigatorOutput)
    }

    /// Where a session went on.
    public struct Resumed: Hashable, Codable, Sendable {
        /// What the earlier navigator knew.
        public let state: NavigatorState
        /// The active route and the proposal then, by their ids.
        public let routes: [String: FollowedRoute]

        /// Creates the beginning of a session that is resumed.
        public init(state: NavigatorState, routes: [String: FollowedRoute]) {
            self.state = state
            self.routes = routes
        }
    }

    /// The newest version of the format. Older ones are read, too.
    public static let version = 2

    /// The settings of the session.
    public let settings: LiveRouteSettings
    /// How long to wait after a failure; `nil` if as the settings say, or by a policy of the
    /// caller's.
    public let retry: DoublingDelay?
    /// Where the session went on; `nil` if it began without a route.
    public let resumed: Resumed?
    /// Inputs, and after each one what came out.
    public private(set) var steps: [Step] = []

    /// An input with its outputs.
    public struct Step: Sendable {
        /// What went in.
        public var input: NavigatorInput
        /// What came out.
        public var outputs: [NavigatorOutput]
    }

    /// Begins a recording of a navigator without a route.
    public init(live settings: LiveRouteSettings = LiveRouteSettings()) {
        self.init(settings, retry: nil, resumed: nil)
    }

    /// Begins a recording of a navigator with rules of the caller's, without a route or resumed.
    ///
    /// - Parameters:
    ///   - live: The rules for the route.
    ///   - resumed: Where the session goes on; `nil` if it begins without a route.
    public init(live: LiveRoute, resumed: Resumed? = nil) {
        let usual = live.settings.longestRetrySeconds
        let retry = (live.retry as? DoublingDelay).flatMap { $0.longestSeconds == usual ? nil : $0 }
        self.init(live.settings, retry: retry, resumed: resumed)
    }

    private init(_ settings: LiveRouteSettings, retry: DoublingDelay?, resumed: Resumed?) {
        self.settings = settings
        self.retry = retry
        self.resumed = resumed
    }

    /// Adds an input and what came out after it.
    public mutating func append(_ input: NavigatorInput, _ outputs: [NavigatorOutput]) {
        steps.append(Step(input: input, outputs: outputs))
    }
}

// MARK: - JSON lines

extension SessionRecording {
    /// Returns one line of a recording, without its end. Use it to write a file as a session goes.
    ///
    /// - Throws: `EncodingError` if JSON cannot hold a value, which no input or output has.
    public static func line(_ entry: Entry) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return String(decoding: try encoder.encode(entry), as: UTF8.self)
    }

    /// Returns the recording as lines of JSON, each with its end.
    ///
    /// - Throws: `EncodingError` if JSON cannot hold a value, which no input or output has.
    /// - Complexity: O(*n*) in the bytes.
    public func jsonLines() throws -> String {
        // The least version that has all that is there, for older programs.
        let isOld = retry == nil && resumed == nil && steps.allSatisfy { !$0.input.isNew }
        let version = isOld ? 1 : Self.version
        var lines = [
            try Self.line(.settings(settings, version: version, retry: retry, resumed: resumed))
        ]
        for step in steps {
            lines.append(try Self.line(.input(step.input)))
            for output in step.outputs { lines.append(try Self.line(.output(output))) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads a recording. Empty lines are left out.
    ///
    /// - Throws: ``SessionRecordingError``, which names the line.
    /// - Complexity: O(*n*) in the bytes.
    public init(jsonLines text: String) throws(SessionRecordingError) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        var recording: SessionRecording?
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (offset, line) in lines.enumerated() where line.contains(where: { $0 != " " }) {
            let number = offset + 1
            let entry: Entry
            do {
                entry = try decoder.decode(Entry.self, from: Data(line.utf8))
            } catch {
                throw SessionRecordingError(line: number, reason: Self.reason(error))
            }
            switch entry {
            case .settings(let settings, let version, let retry, let resumed):
                guard recording == nil, (1...Self.version).contains(version) else {
                    throw SessionRecordingError(
                        line: number,
                        reason: recording == nil
                            ? "version \(version) of the format; this program reads 1 to "
                                + "\(Self.version)"
                            : "the settings are there twice; give one recording at a time")
                }
                let begun = SessionRecording(settings, retry: retry, resumed: resumed)
                do throws(FollowedRouteError) {
                    _ = try begun.navigator()
                } catch {
                    throw SessionRecordingError(line: number, reason: "\"resumed\": \(error)")
                }
                recording = begun
            case .input(let input):
                guard recording != nil else { throw .withoutSettings(line: number) }
                recording?.append(input, [])
            case .output(let output):
                guard let last = recording?.steps.indices.last else {
                    throw SessionRecordingError(
                        line: number, reason: "an output comes before the first input")
                }
                recording?.steps[last].outputs.append(output)
            }
        }
        guard let recording else { throw .withoutSettings(line: 1) }
        self = recording
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            (context.codingPath.last.map { "\"\($0.stringValue)\": " } ?? "")
                + context.debugDescription
        default: "\(error)"
        }
    }
}

extension NavigatorInput {
    /// Whether version 1 of the format lacks the input, or a part of it that counts.
    fileprivate var isNew: Bool {
        switch self {
        case .skipWaypoint: true
        case .answered(_, .refreshed(_, _, let leavesAtMeters)): leavesAtMeters != nil
        default: false
        }
    }
}

extension SessionRecording.Entry {
    private enum Key: String, CodingKey {
        case settings, version, retry, resumed
        case input = "in"
        case output = "out"
    }

    /// Reads a line.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let input = try values.decodeIfPresent(NavigatorInput.self, forKey: .input) {
            self = .input(input)
        } else if let output = try values.decodeIfPresent(NavigatorOutput.self, forKey: .output) {
            self = .output(output)
        } else {
            self = .settings(
                try values.decode(LiveRouteSettings.self, forKey: .settings),
                version: try values.decode(Int.self, forKey: .version),
                retry: try values.decodeIfPresent(DoublingDelay.self, forKey: .retry),
                resumed: try values.decodeIfPresent(
                    SessionRecording.Resumed.self, forKey: .resumed))
        }
    }

    /// Writes a line.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .settings(let settings, let version, let retry, let resumed):
            try values.encode(settings, forKey: .settings)
            try values.encode(version, forKey: .version)
            try values.encodeIfPresent(retry, forKey: .retry)
            try values.encodeIfPresent(resumed, forKey: .resumed)
        case .input(let input): try values.encode(input, forKey: .input)
        case .output(let output): try values.encode(output, forKey: .output)
        }
    }
}

/// Why a text is no recording.
public struct SessionRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// What is wrong there.
    public var reason: String

    /// A sentence that names the line.
    public var description: String {
        "Line \(line) of the recording: \(reason)" + (reason.hasSuffix(".") ? "" : ".")
    }

    fileprivate static func withoutSettings(line: Int) -> SessionRecordingError {
        SessionRecordingError(
            line: line, reason: "the settings are missing; begin with {\"settings\":…}"
        )
    }
}

// MARK: - Replay

extension SessionRecording {
    /// The first place where a navigator answers otherwise than recorded.
    public struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The line of the recording, from 1: of the output that differs, or after the last one.
        public var line: Int
        /// The output recorded there, as JSON; `nil` if there is none.
        public var recorded: String?
        /// The output now, as JSON; `nil` if there is none.
        public var replayed: String?

        /// A sentence that names the line and both outputs.
        public var description: String {
            "Line \(line): recorded was \(recorded ?? "nothing"), now it is "
                + "\(replayed ?? "nothing")."
        }
    }

    /// Returns a navigator as it was when the recording began, with the recorded settings.
    ///
    /// - Throws: ``FollowedRouteError`` if a route with which the session went on cannot be
    ///   followed.
    /// - Complexity: O(*n*) in the vertices of the routes.
    public func navigator() throws(FollowedRouteError) -> Navigator {
        let live = LiveRoute(settings: settings, retry: retry)
        guard let resumed else { return Navigator(live: live) }
        return try Navigator(live: live, resuming: resumed.state, routes: resumed.routes)
    }

    /// Puts the recorded inputs into a new navigator, and compares what comes out as bytes.
    ///
    /// - Parameter navigator: A navigator as it was when the recording began, for sessions with a
    ///   selector, a retry policy or a tracker of their own. For one that was resumed, give it the
    ///   state and the routes of ``resumed``. By default ``navigator()``.
    /// - Returns: The first difference; `nil` if everything is as recorded.
    /// - Throws: ``FollowedRouteError`` if a route with which the session went on cannot be
    ///   followed; `EncodingError` if JSON cannot hold a value, which no output has.
    public func replay(with navigator: Navigator? = nil) throws -> Difference? {
        var navigator = try navigator ?? self.navigator()
        var line = 1
        for step in steps {
            line += 1
            let outputs = navigator.handle(step.input)
            for place in 0..<max(outputs.count, step.outputs.count) {
                line += 1
                // Equal values are equal bytes. A NaN equals nothing.
                if place < outputs.count, place < step.outputs.count,
                    outputs[place] == step.outputs[place]
                {
                    continue
                }
                let recorded =
                    place < step.outputs.count ? try Self.line(.output(step.outputs[place])) : nil
                let replayed = place < outputs.count ? try Self.line(.output(outputs[place])) : nil
                if recorded != replayed {
                    return Difference(line: line, recorded: recorded, replayed: replayed)
                }
            }
        }
        return nil
    }
}
