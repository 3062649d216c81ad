// Adds to whole numbers in rows already written as JSON.

/// Adds to the whole numbers in some members of JSON objects, and leaves every other byte as it is.
///
/// ```swift
/// let mover = MemberMover(
///     members: [.init(name: Array("ObjectID".utf8), offset: 10)],
///     holder: Array("attributes".utf8))
/// let moved = mover.moved(Array(#"{"attributes":{"ObjectID":2,"Name":"ObjectID"}}"#.utf8))
/// // {"attributes":{"ObjectID":12,"Name":"ObjectID"}}
/// ```
///
/// It scans the text once without parsing it: it only tracks depth and strings, so it can tell a
/// member's name from the same letters in a value. This keeps joining parts as fast as copying
/// them.
struct MemberMover {
    /// A member and what to add to it.
    struct Member: Hashable {
        /// Its name, without characters that JSON escapes.
        var name: [UInt8]
        var offset: Int
    }

    let members: [Member]
    /// The row's member whose object has them; `nil` if they belong to the row itself.
    let holder: [UInt8]?

    private static let quote = UInt8(ascii: "\"")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Returns rows with their members moved.
    ///
    /// Numbers below 1, fractions and other values stay.
    ///
    /// - Parameter rows: JSON objects separated by commas, without blanks.
    /// - Complexity: O(*n*) for *n* bytes.
    func moved(_ rows: [UInt8]) -> [UInt8] {
        var moved: [UInt8] = []
        moved.reserveCapacity(rows.count + rows.count / 16)
        var depth = 0
        // Whether members at the wanted depth are the holder's, and not another object's.
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

    /// Returns the place after a text that begins with its quotation mark.
    private static func end(ofText rows: [UInt8], from start: Int) -> Int {
        var place = start + 1
        while place < rows.count, rows[place] != quote {
            place += rows[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, rows.count)
    }

    /// Reads a whole number above 0; returns it and the place after it.
    private static func number(_ rows: [UInt8], from start: Int) -> (number: Int, behind: Int)? {
        var place = start
        while place < rows.count, digits.contains(rows[place]) { place += 1 }
        guard place < rows.count, [UInt8(ascii: ","), UInt8(ascii: "}")].contains(rows[place]),
            let number = Int(String(decoding: rows[start..<place], as: UTF8.self)), number > 0
        else { return nil }
        return (number, place)
    }
}
