// Orders the versions of an object, and keeps negative ids of different files apart.

/// How new a version of an object is. The greatest stamp counts, whatever the order of the files.
///
/// The version number decides first, then whether an editor has changed that version, then the time
/// of the edit, then the file's date. One number holds all four, so every node can have a stamp.
struct EditStamp: Hashable, Comparable, Sendable {
    private let bits: UInt64

    /// The stamp of an object no file holds.
    static let none = EditStamp(bits: 0)

    private init(bits: UInt64) { self.bits = bits }

    /// - Parameters:
    ///   - version: The version number; 0 if the file does not say.
    ///   - timestamp: The time of the edit, in seconds since 1970; 0 if the file does not say.
    ///   - fileRank: The file's rank by date, oldest first.
    init(version: UInt32, isEdited: Bool, timestamp: Int64, fileRank: Int) {
        let rank = UInt64(min(max(fileRank, 0), 254)) + 1
        let seconds = UInt64(min(max(timestamp, 0), 1 << 34 - 1))
        let number = UInt64(min(version, 1 << 20 - 1))
        bits = number << 44 | (isEdited ? 1 : 0) << 43 | seconds << 8 | rank
    }

    static func < (a: EditStamp, b: EditStamp) -> Bool { a.bits < b.bits }

    /// Whether nothing but the files' dates tells two versions apart.
    func isSameEdit(as other: EditStamp) -> Bool { bits >> 8 == other.bits >> 8 }
}

extension OSMObject {
    /// Returns how new this version is.
    func stamp(fileRank: Int) -> EditStamp {
        EditStamp(
            version: version, isEdited: isEdited, timestamp: timestamp, fileRank: fileRank)
    }
}

/// Keeps negative ids of different files apart.
///
/// Editors give negative ids to objects without a number from a server, so -1 in one file is not -1
/// in another. Positive ids mean the same in all files.
struct OSMNumbering: Sendable {
    private static let span: Int64 = 1 << 44
    private let offset: Int64

    /// - Parameter file: The file's index.
    init(file: Int) { offset = Int64(min(file, 1 << 18)) * Self.span }

    /// Converts an id of this file to an id no other file uses.
    func own(_ id: Int64) -> Int64 {
        id < 0 && id > -Self.span ? id - offset : id
    }

    /// Converts an id back to the one in its file.
    static func original(_ id: Int64) -> Int64 { id < 0 ? -(-id % span) : id }
}
