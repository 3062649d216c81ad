// A buffer that writes bytes to a file in pieces.

/// Collects bytes and passes them on in pieces.
final class ByteSink {
    private static let size = 1 << 16

    private var collected: [UInt8] = []
    private let send: ([UInt8]) throws -> Void

    private init(_ send: @escaping ([UInt8]) throws -> Void) { self.send = send }

    /// Passes on the bytes that a function writes.
    ///
    /// - Throws: Errors of both functions.
    static func collect(
        _ produce: (ByteSink) throws -> Void, _ send: @escaping ([UInt8]) throws -> Void
    ) throws {
        let sink = ByteSink(send)
        try produce(sink)
        try sink.flush()
    }

    func write(_ bytes: [UInt8]) throws {
        // Large pieces are passed on without a copy.
        guard bytes.count < Self.size else {
            try flush()
            try send(bytes)
            return
        }
        collected += bytes
        if collected.count >= Self.size { try flush() }
    }

    func write(_ text: String) throws {
        collected += text.utf8
        if collected.count >= Self.size { try flush() }
    }

    private func flush() throws {
        guard !collected.isEmpty else { return }
        try send(collected)
        collected.removeAll(keepingCapacity: true)
    }
}
