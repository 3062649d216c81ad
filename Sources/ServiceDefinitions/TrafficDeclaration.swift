// `traffic` in a service definition: where the network's speeds and closures come from.

import DefinitionFiles
import Foundation
import Geo
package import LiveTraffic
package import RouteAPI

/// The source of a network's traffic, as named in a definition or on the command line.
public struct TrafficDeclaration: Hashable, Sendable {
    /// Where feeds are read.
    public enum Source: Hashable, Sendable {
        /// A file, by its path.
        case file(String)
        /// An address on an allowed host.
        case url(String)

        /// The place as messages name it.
        public var text: String {
            switch self {
            case .file(let path): path
            case .url(let address): address
            }
        }
    }

    /// Where feeds are read; if `nil`, clients must post them.
    public var source: Source?
    /// How many seconds pass between two looks at the source.
    public var intervalSeconds = 60.0
    /// For how many seconds a speed without an end holds.
    public var lapseSeconds = 900.0
    /// Whether any host may be read, because the source was named on the command line.
    package var allowsEveryHost = false
    /// Whether each feed states everything, or only changes.
    package var mode = FeedMode.whole
    /// The names for properties in feeds of features.
    package var mapping = FeedMapping()
    /// The line in the definition where it begins.
    package var line: Int?

    /// Names a source of whole feeds.
    public init(_ source: Source? = nil) { self.source = source }

    /// Names a source by a path or an address, as the command line does.
    public init(argument: String) {
        let word = argument.prefix(8).lowercased()
        let isAddress = word.hasPrefix("http://") || word.hasPrefix("https://")
        source = isAddress ? .url(argument) : .file(argument)
        allowsEveryHost = isAddress
    }

    /// How feeds are put into force.
    package var settings: TrafficIntake.Settings {
        TrafficIntake.Settings(lapseMilliseconds: Int64((lapseSeconds * 1_000).rounded()))
    }

    /// Returns whether another definition means the same.
    package func isSame(as other: TrafficDeclaration) -> Bool {
        var (mine, theirs) = (self, other)
        (mine.line, theirs.line) = (nil, nil)
        return mine == theirs
    }

    /// Returns what is wrong with the source under its layer's settings, or `nil`.
    package func problem(in configuration: RouteLayerConfiguration) -> String? {
        guard case .url(let address) = source, !allowsEveryHost else { return nil }
        let hosts = configuration.featureHosts + configuration.privateFeatureHosts
        let host = URLComponents(string: address)?.host?.lowercased() ?? ""
        guard !hosts.contains(host) else { return nil }
        return
            "\"traffic.url\" is on the host \"\(host.excerpt(100))\", which \"featureHosts\" and "
            + "\"privateFeatureHosts\" do not name"
    }
}

extension MappingReader {
    /// Reads the declaration under `traffic`.
    ///
    /// - Parameter folder: The folder to which paths are relative.
    mutating func traffic(in folder: URL) -> TrafficDeclaration? {
        guard var reader = mapping("traffic") else { return nil }
        var traffic = TrafficDeclaration()
        traffic.line = reader.line
        let (file, address) = (reader.text("file"), reader.text("url"))
        switch (file, address) {
        case (let file?, nil):
            traffic.source = .file(
                URL(fileURLWithPath: file, relativeTo: folder).standardizedFileURL.path)
        case (nil, let address?):
            let scheme = URLComponents(string: address)?.scheme?.lowercased()
            if scheme != "http", scheme != "https" {
                reader.fault(
                    "url",
                    "is \"\(address.excerpt(100))\"; an http or https address is "
                        + "needed")
            }
            traffic.source = .url(address)
        case (.some, .some): reader.fault("url", "cannot be combined with \"file\"; name one")
        case (nil, nil): break
        }
        traffic.intervalSeconds = reader.seconds("interval", in: 1...86_400) ?? 60
        traffic.lapseSeconds = reader.seconds("lapse", in: 10...86_400) ?? 900
        traffic.mode = reader.word("mode", of: FeedMode.self) ?? .whole
        let names = (reader.texts("mapping") ?? []).map { (key: $0.key, name: $0.value.value) }
        do throws(FeedError) {
            traffic.mapping = try FeedMapping(names)
        } catch {
            reader.fault("mapping", "is wrong: \(error)")
        }
        reader.finish()
        return traffic
    }

    /// Reads a duration: a number of seconds, or a number with `s`, `min` or `h`.
    private mutating func seconds(_ key: String, in range: ClosedRange<Double>) -> Double? {
        guard let text = text(key) else { return nil }
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        let factor: [Substring: Double] = ["": 1, "s": 1, "min": 60, "h": 3_600]
        guard let value = Double(number), let factor = factor[unit],
            range.contains(value * factor)
        else {
            fault(
                key,
                "is \"\(text.excerpt(40))\"; a duration such as 60 s, 15 min or 1 h is needed, "
                    + "from \(Int(range.lowerBound)) s to \(Int(range.upperBound / 3_600)) h")
            return nil
        }
        return value * factor
    }
}
