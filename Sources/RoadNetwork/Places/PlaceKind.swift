// What kind of place a name belongs to.

/// A kind of named place, after OpenStreetMap's values of `place`.
///
/// Raw values are stored in files: do not change them.
package enum PlaceKind: UInt8, CaseIterable, Sendable {
    /// Another kind of place.
    case other = 0
    case city = 1
    case town = 2
    case village = 3
    case hamlet = 4
    /// A single farm or house with a name.
    case dwelling = 5
    case borough = 6
    case suburb = 7
    case quarter = 8
    case neighbourhood = 9
    /// A named spot where nobody lives.
    case locality = 10
    case island = 11
    case square = 12
    case region = 13

    /// Reads a value of `place`.
    package init(tag: String) {
        self =
            switch tag {
            case "city": .city
            case "town": .town
            case "village": .village
            case "hamlet": .hamlet
            case "isolated_dwelling", "farm", "allotments": .dwelling
            case "borough": .borough
            case "suburb": .suburb
            case "quarter": .quarter
            case "neighbourhood", "city_block", "plot": .neighbourhood
            case "locality": .locality
            case "island", "islet", "archipelago": .island
            case "square": .square
            case "country", "state", "province", "region", "county", "district", "municipality":
                .region
            default: .other
            }
    }

    /// Meters within which a place of this kind usually gives streets and addresses their locality;
    /// 0 if it never does.
    package var reachMeters: Double {
        switch self {
        case .city: 12_000
        case .town: 5_000
        case .village: 2_500
        case .hamlet: 1_200
        case .borough: 4_000
        case .suburb: 2_500
        case .quarter: 1_200
        case .neighbourhood: 800
        case .other, .dwelling, .locality, .island, .square, .region: 0
        }
    }

    /// Whether people name it as the town in an address.
    package var isSettlement: Bool {
        switch self {
        case .city, .town, .village, .hamlet: true
        default: false
        }
    }

    /// How important a place is, 0 … 10: the greater comes first among equal names.
    package var importance: Int {
        switch self {
        case .city: 10
        case .town: 9
        case .region: 8
        case .borough, .village: 7
        case .suburb: 6
        case .hamlet, .quarter, .island: 5
        case .neighbourhood: 4
        case .square: 3
        case .dwelling, .locality, .other: 2
        }
    }
}
