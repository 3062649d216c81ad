// Everything that can be found by name in one network, as columns.

import Geo
import RoadNetwork

/// What an entry of the index is.
enum EntryKind: UInt8, Sendable {
    /// A place of the places file; its row there is ``NameIndex/entrySource``.
    case place = 0
    /// A street of the network; its name's row there is ``NameIndex/entrySource``.
    case street = 1
    /// A street that only addresses name; its name's row in the places file is
    /// ``NameIndex/entrySource``.
    case addressedStreet = 2
    /// Something with a name and an address; the address's row is ``NameIndex/entrySource``.
    case business = 3
}

/// Entries with their names, the words of the names, and the entries of each word.
///
/// An entry is a place, a street in one locality, or a named thing with an address. An entry has
/// one or more names, each a list of words; words point back at names (postings). The more
/// important entry comes first, so where a search has to stop early it has seen the important ones.
///
/// Texts stay in the network and in the places file; the index takes about 60 bytes per street and
/// 20 bytes per address.
struct NameIndex: Sendable {
    static let none = UInt32.max

    var vocabulary = Vocabulary(sorted: [])
    /// How much each word counts; common words, such as `street`, count little.
    var wordWeight: [Float] = []

    var entryKind: [EntryKind] = []
    var entrySource: [UInt32] = []
    var entryPlace: [FixedCoordinate] = []
    var entryBox: [FixedBounds] = []
    /// The town and the part of town an entry lies in, as rows of places; ``none`` if unknown.
    var entryTown: [UInt32] = []
    var entryPart: [UInt32] = []
    var entrySegments = Rows()
    var segments: [UInt32] = []
    var entryAddresses = Rows()
    var addresses = AddressColumns()
    var entryContext = Rows()
    /// Words in the names and postcodes around each entry.
    var contextWords: [UInt32] = []

    var nameEntry: [UInt32] = []
    var nameWords = Rows()
    var words: [UInt32] = []
    var postings = Rows()
    var postedNames: [UInt32] = []

    /// The entry of each segment; ``none`` for streets without a name.
    var segmentEntry: [UInt32] = []
    var addressCells = AddressCells()
    var postcodes = PostcodeTable()
    var localities = LocalityFinder(nil)
    /// The entry of each row of places.
    var placeEntry: [UInt32] = []

    var entryCount: Int { entryKind.count }

    /// Returns an entry's place row; `nil` if it is not a place.
    func placeRow(of entry: Int) -> UInt32? {
        entryKind[entry] == .place ? entrySource[entry] : nil
    }
}

/// Runs of a column, one for each row.
struct Rows: Sendable {
    private var first: [UInt32] = [0]

    mutating func end(at count: Int) { first.append(UInt32(count)) }

    var count: Int { first.count - 1 }

    subscript(row: Int) -> Range<Int> { Int(first[row])..<Int(first[row + 1]) }
}

/// A box in 1e-7 degrees.
struct FixedBounds: Sendable, Hashable {
    var minX = Int32.max
    var minY = Int32.max
    var maxX = Int32.min
    var maxY = Int32.min

    mutating func add(_ point: FixedCoordinate) {
        minX = min(minX, point.longitudeE7)
        minY = min(minY, point.latitudeE7)
        maxX = max(maxX, point.longitudeE7)
        maxY = max(maxY, point.latitudeE7)
    }

    mutating func add(_ other: FixedBounds) {
        minX = min(minX, other.minX)
        minY = min(minY, other.minY)
        maxX = max(maxX, other.maxX)
        maxY = max(maxY, other.maxY)
    }

    /// The longer of its sides in degrees.
    var degrees: Double {
        max(Double(maxX) - Double(minX), Double(maxY) - Double(minY)) / 1e7
    }

    var envelope: Envelope {
        guard minX <= maxX else { return Envelope() }
        return Envelope(
            minX: Double(minX) / 1e7, minY: Double(minY) / 1e7, maxX: Double(maxX) / 1e7,
            maxY: Double(maxY) / 1e7)
    }

    var center: FixedCoordinate {
        FixedCoordinate(
            longitudeE7: Int32((Int64(minX) + Int64(maxX)) / 2),
            latitudeE7: Int32((Int64(minY) + Int64(maxY)) / 2))
    }

    /// Returns meters to a point, 0 inside; on a plane, which is enough to compare.
    func meters(to point: FixedCoordinate) -> Double {
        let dx = max(
            Double(minX) - Double(point.longitudeE7), 0, Double(point.longitudeE7) - Double(maxX))
        let dy = max(
            Double(minY) - Double(point.latitudeE7), 0, Double(point.latitudeE7) - Double(maxY))
        let scale = Geodesic.metersPerDegree(atLatitude: Double(point.latitudeE7) / 1e7)
        return (dx * dx * scale.x * scale.x + dy * dy * scale.y * scale.y).squareRoot() / 1e7
    }
}

/// Addresses in the order of their entries; within an entry by number.
struct AddressColumns: Sendable {
    /// Rows of the places file.
    var row: [UInt32] = []
    /// Folded house numbers, each once.
    var numbers: [String: UInt32] = [:]
    /// Each address's number, as in ``numbers``.
    var number: [UInt32] = []
    /// The digits that it begins with.
    var value: [UInt32] = []
    /// The last number of a range, as 14 of `12-14`; ``value`` of others.
    var last: [UInt32] = []
    /// Each address's entry.
    var entry: [UInt32] = []
}
