// Unguessable ids for jobs.

/// A job's id: `j` and 32 hexadecimal digits.
///
/// Its 128 bits are random, so ids cannot be guessed. Where a service has no users, the id alone
/// gives access to the job.
package struct JobID: Hashable, Sendable, CustomStringConvertible {
    /// The id in lower case.
    package let text: String

    /// Reads an id, ignoring case. Returns `nil` if the text is not an id.
    package init?(_ text: String) {
        let folded = text.utf8.count == 33 ? text.lowercased() : ""
        let digits = folded.utf8.dropFirst()
        guard folded.utf8.first == UInt8(ascii: "j"), digits.count == 32,
            digits.allSatisfy(Self.isDigit)
        else { return nil }
        self.text = folded
    }

    private init(random: (UInt64, UInt64)) {
        text = "j" + Self.digits(random.0) + Self.digits(random.1)
    }

    /// Makes a new id from the system's random numbers.
    package static func random() -> JobID {
        var generator = SystemRandomNumberGenerator()
        return JobID(random: (generator.next(), generator.next()))
    }

    package var description: String { text }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
