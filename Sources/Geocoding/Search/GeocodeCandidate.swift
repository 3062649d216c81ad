// A place that was found.

package import Geo

/// How exact an answer is, by ArcGIS's words for `Addr_type`.
package enum AddressType: String, Sendable, CaseIterable {
    /// The house itself.
    case pointAddress = "PointAddress"
    /// The house nearest by number, in the street asked for.
    case streetAddress = "StreetAddress"
    /// A crossing of two streets.
    case streetIntersection = "StreetInt"
    /// A street without a house.
    case streetName = "StreetName"
    /// A town, or a part of one.
    case locality = "Locality"
    /// A postcode: the middle of its addresses.
    case postcode = "Postal"
    /// Something else with a name.
    case pointOfInterest = "POI"
    /// The coordinates asked for.
    case coordinates = "LatLong"
}

/// A found place.
package struct GeocodeCandidate: Sendable, Hashable {
    /// How exact the answer is.
    package var type: AddressType
    /// The whole address in a line.
    package var address: String
    /// Where it is, in degrees.
    package var location: Coordinate
    /// How well it fits, 0 … 100.
    package var score: Double
    /// The box to show, in degrees.
    package var extent: Envelope
    /// The name of a place or business; empty for streets.
    package var placeName = ""
    /// The house number; empty without one.
    package var number = ""
    /// The street's name; empty for places.
    package var street = ""
    /// The part of town; empty if unknown.
    package var district = ""
    /// The town; empty if unknown.
    package var city = ""
    /// The postcode; empty if unknown.
    package var postcode = ""
    /// The street with the house number, as people write it there; empty for places.
    package var addressLine = ""
    /// Finds the same place again (``Geocoder/candidate(forKey:)``).
    package var key = ""

    /// The score with two decimals, as answers have it.
    package var roundedScore: Double { (score * 100).rounded() / 100 }
}
