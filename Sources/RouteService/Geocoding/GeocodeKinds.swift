// The kinds of answers that requests of search by name may ask for, by ArcGIS's names.

import Geocoding
import RouteAPI

/// Reads `category` and `featureTypes`.
enum GeocodeKinds {
    private static let address: Set<AddressType> = [
        .pointAddress, .streetAddress, .streetIntersection, .streetName,
    ]

    /// Categories without blanks, in lower case. Any other is a kind of point of interest.
    private static let categories: [String: Set<AddressType>] = [
        "address": address, "pointaddress": [.pointAddress], "streetname": [.streetName],
        "streetaddress": [.pointAddress, .streetAddress], "street": [.streetName],
        "intersection": [.streetIntersection], "streetint": [.streetIntersection],
        "postal": [.postcode], "postalcode": [.postcode], "primarypostal": [.postcode],
        "populatedplace": [.locality], "locality": [.locality], "city": [.locality],
        "neighborhood": [.locality], "district": [.locality], "town": [.locality],
        "village": [.locality], "coordinatesystem": [.coordinates], "latlong": [.coordinates],
        "xy": [.coordinates], "yx": [.coordinates],
    ]

    /// What reverse geocoding finds.
    private static let features: [String: Set<AddressType>] = [
        "pointaddress": [.pointAddress], "streetaddress": [.pointAddress, .streetAddress],
        "streetname": [.streetName], "streetint": [.streetIntersection],
        "locality": [.locality],
    ]
    /// Feature types of other locators, of which this one has none.
    private static let absent: Set = [
        "subaddress", "poi", "postal", "postalext", "parcel", "distancemarker", "intersection",
        "streetmidblock", "streetbetween",
    ]

    /// Returns the types of answers in some categories; `nil` for all.
    static func types(ofCategories names: [String]?) -> Set<AddressType>? {
        guard let names, !names.isEmpty else { return nil }
        return names.reduce(into: []) {
            $0.formUnion(categories[plain($1)] ?? [.pointOfInterest])
        }
    }

    /// Returns the types of answers for some feature types; `nil` for the usual ones.
    ///
    /// - Throws: An error naming the parameter if a name is unknown.
    static func types(
        ofFeatures names: [String]?
    ) throws(RouteRequestError) -> Set<AddressType>? {
        guard let names, !names.isEmpty else { return nil }
        var types: Set<AddressType> = []
        for name in names {
            if let known = features[plain(name)] {
                types.formUnion(known)
            } else if !absent.contains(plain(name)) {
                throw .invalidParameter(
                    "featureTypes",
                    "has \"\(name)\"; PointAddress, StreetAddress, StreetName, StreetInt and "
                        + "Locality are known")
            }
        }
        return types
    }

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter }
    }
}
