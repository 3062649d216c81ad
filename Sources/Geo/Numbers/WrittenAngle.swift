// Longitudes and latitudes in degrees, minutes and seconds, as surveys and notebooks have them.

/// An angle with marks or a letter for its hemisphere: `48°08'15.5"N`, `E 11 34.5`, `48,137°`.
///
/// Numbers alone are a ``WrittenNumber``; here at least a mark, a letter or three numbers must show
/// that the text is an angle.
///
///     WrittenAngle("48° 30' N")    // 48.5 degrees of latitude
///     WrittenAngle("11:30:00W")    // -11.5 degrees of longitude
struct WrittenAngle: Hashable {
    /// The line along which an angle is measured.
    enum Axis: String, Hashable {
        case longitude
        case latitude
    }

    /// The angle in degrees; south and west are negative.
    let degrees: Double
    /// The axis that a letter shows; `nil` without a letter.
    let axis: Axis?

    /// Reads an angle, or returns `nil` if the text is none.
    init?(_ text: String) {
        guard text.utf8.count <= 60 else { return nil }
        var reader = Reader(scalars: Array(text.trimmingBlanks.uppercased().unicodeScalars))
        guard let found = reader.angle() else { return nil }
        (degrees, axis) = found
    }

    /// Walks through the scalars of a text.
    private struct Reader {
        let scalars: [Unicode.Scalar]
        var position = 0

        private static let degreeMarks: Set<Unicode.Scalar> = ["°", "º", "˚", ":", "D"]
        private static let minuteMarks: Set<Unicode.Scalar> = [
            "'", "′", "’", "‘", "´", "`", ":", "M",
        ]
        private static let secondMarks: Set<Unicode.Scalar> = ["\"", "″", "”", "“"]

        mutating func angle() -> (Double, Axis?)? {
            var letter = letter()
            let sign = sign()
            var parts: [(value: Double, isMarked: Bool)] = []
            while parts.count < 3, let number = number() {
                // Only the last number has decimals.
                guard parts.allSatisfy({ $0.value == $0.value.rounded() }) else { return nil }
                parts.append((number, takeMark(parts.count)))
            }
            if letter == nil { letter = self.letter() }
            guard position == scalars.count, let first = parts.first, first.value <= 360,
                parts.dropFirst().allSatisfy({ $0.value < 60 }),
                letter != nil || parts.count == 3 || parts.contains(where: \.isMarked),
                letter == nil || sign == nil
            else { return nil }
            let size = parts.reversed().reduce(0) { $0 / 60 + $1.value }
            let isNegative = sign.map { $0 != "+" } ?? (letter == "S" || letter == "W")
            let axis: Axis? = letter.map { $0 == "N" || $0 == "S" ? .latitude : .longitude }
            return (isNegative ? -size : size, axis)
        }

        /// Takes a letter for a hemisphere. `O` is none: it is the east or the west.
        private mutating func letter() -> Unicode.Scalar? {
            skipBlanks()
            guard let found = taken(["N", "S", "E", "W"]) else { return nil }
            skipBlanks()
            return found
        }

        private mutating func sign() -> Unicode.Scalar? {
            guard let found = taken(["+", "-", "\u{2212}"]) else { return nil }
            skipBlanks()
            return found
        }

        private mutating func number() -> Double? {
            var text = ""
            let start = position
            while position < scalars.count {
                switch scalars[position] {
                case "0"..."9": text.unicodeScalars.append(scalars[position])
                case ".", ",": text += "."
                default: return ended(text, from: start)
                }
                position += 1
            }
            return ended(text, from: start)
        }

        private mutating func ended(_ text: String, from start: Int) -> Double? {
            if text.first != ".", let value = Double(text) { return value }
            position = start
            return nil
        }

        /// Takes the mark behind a number, and blanks around it; returns whether there is a mark.
        private mutating func takeMark(_ place: Int) -> Bool {
            skipBlanks()
            let isMarked: Bool
            switch place {
            case 0: isMarked = taken(Self.degreeMarks) != nil
            case 1: isMarked = taken(Self.minuteMarks) != nil
            default:
                // Two marks of minutes mean seconds.
                isMarked =
                    taken(Self.secondMarks) != nil
                    || taken(Self.minuteMarks) != nil && taken(Self.minuteMarks) != nil
            }
            skipBlanks()
            return isMarked
        }

        private mutating func taken(_ marks: Set<Unicode.Scalar>) -> Unicode.Scalar? {
            guard position < scalars.count, marks.contains(scalars[position]) else { return nil }
            position += 1
            return scalars[position - 1]
        }

        private mutating func skipBlanks() {
            while position < scalars.count, scalars[position].properties.isWhitespace {
                position += 1
            }
        }
    }
}
