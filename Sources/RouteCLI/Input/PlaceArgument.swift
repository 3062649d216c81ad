// Parses places on the command line: `lon,lat` or `NAME=lon,lat`.

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

    /// Turns places into points with a column `Name`. Returns `nil` if there are none.
    static func featureSet(_ places: [PlaceArgument]) -> FeatureSet? {
        guard !places.isEmpty else { return nil }
        return FeatureSet([FeatureColumn(.name) { $0.name }], of: places, shape: .point) {
            .point($0.coordinate)
        }
    }
}
