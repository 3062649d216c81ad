// The file of names beside a network, mapped and ready. NetworkBuilder writes it.

package import Geo
import Foundation

/// An open file of places and addresses.
///
/// It lies in a network's folder as ``fileName`` and refers to nothing in the network, so either
/// file may be missing or older. Columns are as in ``PlaceContents``.
public final class PlaceDataset: Sendable {
    /// The file's name inside a network folder.
    public static let fileName = "places.waypost"

    package let placeLongitudeE7: MappedColumn<Int32>
    package let placeLatitudeE7: MappedColumn<Int32>
    package let placeKind: MappedColumn<UInt8>
    package let placeName: MappedColumn<UInt32>
    package let otherNamePlace: MappedColumn<UInt32>
    package let otherNameText: MappedColumn<UInt32>
    package let addressLongitudeE7: MappedColumn<Int32>
    package let addressLatitudeE7: MappedColumn<Int32>
    package let addressNumber: MappedColumn<UInt32>
    package let addressStreet: MappedColumn<UInt32>
    package let addressCity: MappedColumn<UInt32>
    package let addressPostcode: MappedColumn<UInt32>
    package let addressName: MappedColumn<UInt32>
    /// `nil` in a file without further names of streets, as the three columns below.
    package let streetNameLongitudeE7: MappedColumn<Int32>?
    package let streetNameLatitudeE7: MappedColumn<Int32>?
    package let streetNameStreet: MappedColumn<UInt32>?
    package let streetNameText: MappedColumn<UInt32>?
    private let textFirst: MappedColumn<UInt64>
    private let textBytes: MappedColumn<UInt8>
    private let table: SectionTable

    /// Opens the file beside a network.
    ///
    /// - Parameters:
    ///   - path: The network's folder, or its dataset file.
    ///   - verification: Whether to read every byte first.
    ///   - protection: What happens if a program writes into the file. Since the file is small, its
    ///     bytes are copied at once unless you ask for no protection.
    /// - Returns: The names; `nil` if the network has no such file.
    /// - Throws: ``DatasetError`` naming the file, what is wrong with it and what to do.
    public static func open(
        besideNetwork path: String, verification: DatasetVerification = .whole,
        protection: DatasetProtection = .none
    ) throws -> PlaceDataset? {
        let folder = URL(fileURLWithPath: NetworkDataset.file(at: path)).deletingLastPathComponent()
        let file = folder.appendingPathComponent(fileName).path
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        return try PlaceDataset(
            file: file, verification: verification,
            protection: protection == .none ? protection : .copied)
    }

    /// Opens a file of names.
    ///
    /// - Throws: ``DatasetError`` naming the file, what is wrong with it and what to do.
    package convenience init(
        file: String, verification: DatasetVerification = .whole,
        protection: DatasetProtection = .none
    ) throws {
        let table = try SectionTable(
            DatasetFile(path: file, protection: protection), name: file, kind: .places)
        try table.verify(verification, path: file)
        try self.init(table)
    }

    /// Opens names held in memory.
    package convenience init(bytes: [UInt8]) throws {
        try self.init(
            SectionTable(
                DatasetFile(bytes: bytes), name: "the places in memory", kind: .places))
    }

    private init(_ table: SectionTable) throws(DatasetError) {
        self.table = table
        textFirst = try table.column("text.first")
        textBytes = try table.column("text.bytes")
        placeLongitudeE7 = try table.column("place.longitudeE7")
        let places = placeLongitudeE7.count
        placeLatitudeE7 = try table.column("place.latitudeE7", count: places)
        placeKind = try table.column("place.kind", count: places)
        placeName = try table.column("place.name", count: places)
        otherNamePlace = try table.column("otherName.place")
        otherNameText = try table.column("otherName.text", count: otherNamePlace.count)
        addressLongitudeE7 = try table.column("address.longitudeE7")
        let addresses = addressLongitudeE7.count
        addressLatitudeE7 = try table.column("address.latitudeE7", count: addresses)
        addressNumber = try table.column("address.number", count: addresses)
        addressStreet = try table.column("address.street", count: addresses)
        addressCity = try table.column("address.city", count: addresses)
        addressPostcode = try table.column("address.postcode", count: addresses)
        addressName = try table.column("address.name", count: addresses)
        streetNameText = try table.optionalColumn("streetName.text")
        let names = streetNameText?.count
        streetNameStreet = try table.optionalColumn("streetName.street", count: names)
        streetNameLongitudeE7 = try table.optionalColumn("streetName.longitudeE7", count: names)
        streetNameLatitudeE7 = try table.optionalColumn("streetName.latitudeE7", count: names)
    }

    /// The number of places.
    public var placeCount: Int { placeName.count }
    /// The number of addresses.
    public var addressCount: Int { addressNumber.count }
    /// 32 hexadecimal digits that change with any byte of the file.
    public var fingerprint: String { table.fingerprintText }

    /// Returns the names of sections whose bytes do not match their checksum; empty for an
    /// undamaged file.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    public func damagedSections() -> [String] { table.damagedSections() }

    /// Returns a sentence for each column that does not fit the others; empty for a sound file.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    public func structuralFaults() -> [String] {
        var check = StructureCheck()
        check.offsets(textFirst, of: textBytes.count, "text.first")
        let texts = textCount
        check.rows(placeName, below: texts, "place.name")
        check.rows(otherNamePlace, below: placeCount, "otherName.place")
        check.ascending(otherNamePlace, "otherName.place", strictly: false)
        check.rows(otherNameText, below: texts, "otherName.text")
        check.rows(addressNumber, below: texts, "address.number")
        check.rows(addressStreet, below: texts, "address.street")
        check.rows(addressCity, below: texts, "address.city")
        check.rows(addressPostcode, below: texts, "address.postcode")
        check.rows(addressName, below: texts, "address.name")
        if let streetNameText { check.rows(streetNameText, below: texts, "streetName.text") }
        if let streetNameStreet { check.rows(streetNameStreet, below: texts, "streetName.street") }
        return check.faults
    }

    /// Further names of streets: the street's name and the other one, as rows of texts, and where.
    package var streetNames: [(street: UInt32, text: UInt32, at: FixedCoordinate)] {
        guard let streetNameText, let streetNameStreet, let streetNameLongitudeE7,
            let streetNameLatitudeE7
        else { return [] }
        return (0..<streetNameText.count).map { row in
            let place = FixedCoordinate(
                longitudeE7: streetNameLongitudeE7[row], latitudeE7: streetNameLatitudeE7[row])
            return (streetNameStreet[row], streetNameText[row], place)
        }
    }

    /// The number of texts.
    package var textCount: Int { max(textFirst.count - 1, 0) }

    /// Returns a text, given its row; an empty one for row 0 and for rows that do not exist.
    package func text(row: UInt32) -> String {
        guard Int(row) + 1 < textFirst.count else { return "" }
        let start = Int(min(textFirst[row], UInt64(textBytes.count)))
        let end = Int(min(textFirst[row + 1], UInt64(textBytes.count)))
        guard start < end else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: textBytes.base + start, count: end - start),
            as: UTF8.self)
    }

    /// Returns a place's position in degrees.
    package func coordinate(ofPlace row: Int) -> Coordinate {
        Coordinate(
            x: Double(placeLongitudeE7[row]) / 1e7, y: Double(placeLatitudeE7[row]) / 1e7)
    }

    /// Returns an address's position in degrees.
    package func coordinate(ofAddress row: Int) -> Coordinate {
        Coordinate(
            x: Double(addressLongitudeE7[row]) / 1e7, y: Double(addressLatitudeE7[row]) / 1e7)
    }
}
