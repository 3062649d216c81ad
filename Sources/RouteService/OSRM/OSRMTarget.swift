// Targets of requests as OSRM's clients write them.

import HTTPTypes
import Hummingbird

/// A request's path and query.
enum OSRMTarget {
    private static let polylines = ["polyline(", "polyline6("]

    /// Returns a target in which the question marks of an encoded polyline are percent-encoded;
    /// `nil` if it has none.
    ///
    /// In a polyline `?` means zero. Many clients do not encode it: R's `URLencode` and
    /// JavaScript's `encodeURI` encode the other signs that a path may not have. OSRM reads such a
    /// URL.
    ///
    /// - Complexity: O(*n*) in the length of the target.
    static func encodingPolyline(_ target: String) -> String? {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")),
            let slash = target[..<mark].utf8.lastIndex(of: UInt8(ascii: "/")),
            case let begun = target[slash..<mark].dropFirst(),
            polylines.contains(where: begun.hasPrefix),
            !begun.utf8.contains(UInt8(ascii: ")")),
            let end = target[mark...].utf8.firstIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let rest = target[mark..<end].split(separator: "?", omittingEmptySubsequences: false)
        return target[..<mark] + rest.joined(separator: "%3F") + target[end...]
    }
}

extension Request {
    /// The request with its whole encoded polyline in the path, as the client of OSRM meant it.
    var withWholePolyline: Request {
        guard let whole = head.path.flatMap(OSRMTarget.encodingPolyline) else { return self }
        var head = head
        head.path = whole
        return Request(head: head, body: body)
    }
}
