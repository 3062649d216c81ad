// Which of several versions of one object is the newest, and which negative id belongs to which
// file.

/// How new a version of an object is: the greater stamp counts, whatever the order of the files.
///
/// The version number decides, then whether an editor has changed the object since that version,
/// then the time of the edit, then the date of the file. All of it is packed into one number, so
/// that every node of a network can have one.
struct EditStamp: Hashable, Comparable, Sendable {
    private let bits: UInt64

    /// The stamp of what no file holds.
    static let none = EditStamp(bits: 0)

    private init(bits: UInt64) { self.bits = bits }

    /// - Parameters:
    ///   - version: 0 when the file does not say.
    ///   - timestamp: Seconds since 1970 of the edit, 0 when the file does not say.
    ///   - fileRank: The place of the file among all by its date, oldest first.
    init(version: UInt32, isEdited: Bool, timestamp: Int64, fileRank: Int) {
        let rank = UInt64(min(max(fileRank, 0), 254)) + 1
        let seconds = UInt64(min(max(timestamp, 0), 1 << 34 - 1))
        let number = UInt64(min(version, 1 << 20 - 1))
        bits = number << 44 | (isEdited ? 1 : 0) << 43 | seconds << 8 | rank
    }

    static func < (a: EditStamp, b: EditStamp) -> Bool { a.bits < b.bits }
}

extension OSMObject {
    /// How new this version of the object is.
    func stamp(fileRank: Int) -> EditStamp {
        EditStamp(
            version: version, isEdited: isEdited, timestamp: timestamp, fileRank: fileRank)
    }
}

/// Distinguishes the negative ids of several files.
///
/// Editors give them to objects that no server has numbered yet: -1 of one file is not -1 of
/// another, whereas positive ids are the same everywhere.
struct OSMNumbering: Sendable {
    private static let span: Int64 = 1 << 44
    private let offset: Int64

    /// - Parameter file: The position of the file among all.
    init(file: Int) { offset = Int64(min(file, 1 << 18)) * Self.span }

    /// The id by which an object of the file is known among those of all files.
    func own(_ id: Int64) -> Int64 {
        id < 0 && id > -Self.span ? id - offset : id
    }

    /// The id that the object has in its file.
    static func original(_ id: Int64) -> Int64 { id < 0 ? -(-id % span) : id }
}
