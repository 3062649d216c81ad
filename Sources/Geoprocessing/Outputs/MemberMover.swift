// Adds to whole numbers in rows that are written as JSON already.

/// Adds to the whole numbers of some members of JSON objects, and leaves every other byte.
///
/// ```swift
/// let mover = MemberMover(
///     members: [.init(name: Array("ObjectID".utf8), offset: 10)],
///     holder: Array("attributes".utf8))
/// let moved = mover.moved(Array(#"{"attributes":{"ObjectID":2,"Name":"ObjectID"}}"#.utf8))
/// // {"attributes":{"ObjectID":12,"Name":"ObjectID"}}
/// ```
struct MemberMover {
    /// A member and what is added to it.
    struct Member: Hashable {
        /// Its name, without characters that JSON escapes.
        var name: [UInt8]
        /// What is added.
        var offset: Int
    }

    /// The members.
    let members: [Member]
    /// The member of a row whose object has them; `nil` where they are those of the row.
    let holder: [UInt8]?

    private static let quote = UInt8(ascii: "\"")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Moves the members of rows.
    ///
    /// Numbers below 1, fractions and other values stay.
    ///
    /// - Parameter rows: JSON objects with commas between, without blanks.
    /// - Complexity: O(*n*) for *n* bytes.
    func moved(_ rows: [UInt8]) -> [UInt8] {
        var moved: [UInt8] = []
        moved.reserveCapacity(rows.count + rows.count / 16)
        var depth = 0
        // Whether the object at the depth of the members is the holder.
        var isInHolder = holder == nil
        let wanted = holder == nil ? 1 : 2
        var place = 0
        while place < rows.count {
            let byte = rows[place]
            guard byte == Self.quote else {
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                moved.append(byte)
                place += 1
                continue
            }
            let end = Self.end(ofText: rows, from: place)
            moved += rows[place..<end]
            let text = rows[(place + 1)..<max(place + 1, end - 1)]
            place = end
            guard place < rows.count, rows[place] == UInt8(ascii: ":") else { continue }
            if let holder, depth == 1 { isInHolder = text.elementsEqual(holder) }
            guard depth == wanted, isInHolder,
                let member = members.first(where: { text.elementsEqual($0.name) }),
                let (number, behind) = Self.number(rows, from: place + 1)
            else { continue }
            moved.append(UInt8(ascii: ":"))
            moved += Array("\(number + member.offset)".utf8)
            place = behind
        }
        return moved
    }

    /// The place behind a text that begins with its quotation mark.
    private static func end(ofText rows: [UInt8], from start: Int) -> Int {
        var place = start + 1
        while place < rows.count, rows[place] != quote {
            place += rows[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, rows.count)
    }

    /// A whole number above 0, and the place behind it.
    private static func number(_ rows: [UInt8], from start: Int) -> (number: Int, behind: Int)? {
        var place = start
        while place < rows.count, digits.contains(rows[place]) { place += 1 }
        guard place < rows.count, [UInt8(ascii: ","), UInt8(ascii: "}")].contains(rows[place]),
            let number = Int(String(decoding: rows[start..<place], as: UTF8.self)), number > 0
        else { return nil }
        return (number, place)
    }
}
