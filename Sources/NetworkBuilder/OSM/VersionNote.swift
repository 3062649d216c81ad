// Which versions of an object the input holds, for the findings.

import Geo
import RoadNetwork

/// What an import does with an object if it is deleted, or if the input has different versions of
/// it.
enum VersionNote: Sendable {
    /// The object is deleted in its newest version so far.
    case deleted
    /// This version replaces an older one; the input holds both.
    case newer
    /// The input holds a newer version.
    case older
}

extension FindingList {
    /// Adds an object that is deleted, or whose versions differ.
    ///
    /// - Parameter what: What such objects are, such as `roads`.
    mutating func add(_ note: VersionNote?, of object: OSMObject, _ what: String) {
        guard let note else { return }
        let type: Finding.ObjectType = object.isWay ? .way : object.isNode ? .node : .relation
        let version = object.version == 0 ? "a version without number" : "version \(object.version)"
        let (subject, text) =
            switch note {
            case .deleted: ("deleted \(what)", "\(version) is deleted")
            case .newer: ("several versions of \(what)", "\(version) replaces an older one")
            case .older: ("several versions of \(what)", "\(version) is older than another")
            }
        add(
            Finding(
                kind: .version, subject: subject, type: type,
                id: OSMNumbering.original(object.id),
                place: object.location.map {
                    FixedCoordinate(longitudeE7: $0.longitudeE7, latitudeE7: $0.latitudeE7)
                        .coordinate
                }, text: text))
    }
}
