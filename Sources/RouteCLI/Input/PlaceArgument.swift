// Parses places on the command line: `lon,lat` or `NAME=lon,lat`.

import Foundation
import Geo
import RouteAPI

struct PlaceArgument: Hashable {
    var name: String?
    var coordinate: Coordinate

    init(name: String?, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }

    /// Parses a place.
    ///
    /// - Throws: ``CommandFailure`` naming the problem, with a hint if the axes seem swapped.
    init(_ text: String) throws {
        // A name may contain an equals sign; coordinates cannot.
        let cut = text.lastIndex(of: "=")
        let ordinates = cut.map { String(text[text.index(after: $0)...]) } ?? text
        let parts = ordinates.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.filter { !$0.isWhitespace } }
        guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite,
            y.isFinite
        else {
            let shown = text.trimmingPrefix(while: \.isWhitespace)
            let remedy =
                shown.contains(where: \.isLetter) ? "; waypost geocode finds addresses" : ""
            throw CommandFailure(
                .usage,
                "\"\(shown)\" is not a place: write longitude,latitude such as 7.4189,43.7325, or "
                    + "NAME=7.4189,43.7325\(remedy)")
        }
        guard let place = Coordinate(x: x, y: y).onEarth else {
            let hint =
                abs(x) <= 90 && abs(y) <= 180
                ? "; longitude comes first, so perhaps \(parts[1]),\(parts[0]) is meant" : ""
            throw CommandFailure(
                .invalidInput,
                "\"\(text)\" lies outside longitude -720…720, latitude -90…90\(hint)")
        }
        let label = cut.map { text[..<$0].trimmingPrefix(while: \.isWhitespace) } ?? ""
        name = label.isEmpty ? nil : String(label)
        coordinate = place
    }

    /// Whether a text looks like a place rather than a file name.
    static func isPlace(_ text: String) -> Bool {
        let place = text.lastIndex(of: "=").map { text[text.index(after: $0)...] } ?? text[...]
        return place.split(separator: ",").count == 2
            && place.allSatisfy { $0.isNumber || " ,.+-eE".contains($0) }
    }

    /// The places that a text lists, such as `7.4,43.7;7.5,43.8`; empty if it holds anything else.
    static func listed(in text: String) -> [String] {
        for separators in [";|", ";| "] {
            let places = text.split { separators.contains($0) }.map { place in
                place.split(separator: ",", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: ",")
            }.filter { !$0.isEmpty }
            let areAll = places.allSatisfy { isPlace($0) && !$0.contains(" ") }
            if areAll, !places.isEmpty { return places }
        }
        return []
    }

    /// Refuses coordinates where an option takes a file, and says where they belong.
    ///
    /// - Parameters:
    ///   - text: What is given as a file. If there is a file of that name, it is one.
    ///   - remedy: Returns what would work from the places, as arguments.
    /// - Throws: ``CommandFailure`` with the remedy.
    static func refuse(asFile text: String, _ remedy: (String) -> String) throws {
        let places = listed(in: text)
        guard !places.isEmpty, !FileManager.default.fileExists(atPath: text) else { return }
        let shown = places.prefix(3).joined(separator: " ")
        let given = text.trimmingPrefix(while: \.isWhitespace).excerpt(60)
        throw CommandFailure(
            .usage,
            "\"\(given)\" lists places, and no file has this name; "
                + remedy(places.count > 3 ? shown + " …" : shown))
    }

    /// Turns places into points with a column `Name`. Returns `nil` if there are none.
    static func featureSet(_ places: [PlaceArgument]) -> FeatureSet? {
        guard !places.isEmpty else { return nil }
        return FeatureSet([FeatureColumn(.name) { $0.name }], of: places, shape: .point) {
            .point($0.coordinate)
        }
    }
}
