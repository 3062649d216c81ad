// A request as the corpus has it, and as the connection sends it.

/// A request's bytes: the head's lines, an empty line, a body.
///
/// The lines may end in LF, as in a hand-written file. The body's length is counted anew after
/// every change, since a server that waits for more does not answer. Inputs that begin with a line
/// `RAW` are sent unchanged, and need no answer.
struct WrittenRequest {
    /// The bytes to send.
    let bytes: [UInt8]
    /// Whether the server receives a complete request.
    let isWhole: Bool
    /// Whether it is a request as clients write them, after which another one may follow.
    let isPlain: Bool

    init(_ input: [UInt8], token: [UInt8] = []) {
        let input = Self.replaced(input, Array("TOKEN".utf8), token)
        let raw = Array("RAW\n".utf8)
        guard !input.starts(with: raw) else {
            let (head, body) = Self.parts(Array(input.dropFirst(raw.count)))
            bytes = Self.text(of: head) + body
            (isWhole, isPlain) = (false, false)
            return
        }
        let (lines, body) = Self.parts(input)
        let counted = ["content-length:", "transfer-encoding:", "expect:"]
        var head = lines.filter { line in
            let start = String(decoding: line.prefix(20), as: UTF8.self).lowercased()
            return !counted.contains { start.hasPrefix($0) }
        }
        if !head.contains(where: { $0.starts(with: "Host:".utf8) }) {
            head.append(Array("Host: 127.0.0.1".utf8))
        }
        head.append(Array("Content-Length: \(body.count)".utf8))
        bytes = Self.text(of: head) + body
        let first = head.first ?? []
        isPlain =
            ["GET /", "POST /"].contains { first.starts(with: $0.utf8) }
            && first.reversed().starts(with: " HTTP/1.1".utf8.reversed())
        isWhole = isPlain
    }

    /// The head's lines, and the bytes after the empty line.
    private static func parts(_ input: [UInt8]) -> (head: [[UInt8]], body: [UInt8]) {
        var head: [[UInt8]] = []
        var start = 0
        while start < input.count {
            let end = input[start...].firstIndex(of: UInt8(ascii: "\n")) ?? input.count
            var line = input[start..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            start = end + 1
            if line.isEmpty { break }
            head.append(Array(line))
        }
        return (head, Array(input.dropFirst(start)))
    }

    private static func text(of head: [[UInt8]]) -> [UInt8] {
        head.flatMap { $0 + [13, 10] } + [13, 10]
    }

    private static func replaced(_ input: [UInt8], _ word: [UInt8], _ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        var rest = input[...]
        while let place = rest.firstRange(of: word) {
            output += rest[..<place.lowerBound] + text
            rest = rest[place.upperBound...]
        }
        return output + rest
    }
}
