// Bytes on their way to a file, in pieces of some size.

/// Collects bytes and passes them on when enough have come together.
struct ByteSink {
    private static let size = 1 << 16

    private var collected: [UInt8] = []
    private let send: ([UInt8]) throws -> Void

    private init(_ send: @escaping ([UInt8]) throws -> Void) { self.send = send }

    /// Passes on what a function writes.
    ///
    /// - Throws: What either function throws.
    static func collect(
        _ produce: (inout ByteSink) throws -> Void, _ send: @escaping ([UInt8]) throws -> Void
    ) throws {
        var sink = ByteSink(send)
        try produce(&sink)
        try sink.flush()
    }

    /// Writes bytes.
    mutating func write(_ bytes: [UInt8]) throws {
        // What is large already is passed on without a copy.
        guard bytes.count < Self.size else {
            try flush()
            try send(bytes)
            return
        }
        collected += bytes
        if collected.count >= Self.size { try flush() }
    }

    /// Writes text.
    mutating func write(_ text: String) throws {
        collected += text.utf8
        if collected.count >= Self.size { try flush() }
    }

    private mutating func flush() throws {
        guard !collected.isEmpty else { return }
        try send(collected)
        collected.removeAll(keepingCapacity: true)
    }
}
