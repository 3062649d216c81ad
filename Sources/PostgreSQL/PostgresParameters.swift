// The parameters of a statement in the form in which libpq takes them.

/// The parameters of a statement: one run of bytes, and where each of them begins in it.
struct PostgresParameters {
    /// The types of the parameters.
    private(set) var types: [UInt32] = []
    private var bytes: [UInt8] = []
    private var places: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// Encodes parameters.
    ///
    /// - Throws: ``PostgresError`` for a text with the character U+0000 and for too many bytes.
    init(_ values: [PostgresValue]) throws(PostgresError) {
        guard values.count <= 65_535 else {
            throw PostgresError("\(values.count) parameters; at most 65535 are possible")
        }
        for value in values { try add(value) }
    }

    private mutating func add(_ value: PostgresValue) throws(PostgresError) {
        switch value {
        case .null: add(nil as [UInt8]?, type: PostgresType.unspecified, isBinary: false)
        case .integer(let number): add(Self.bytes(number), type: PostgresType.int8)
        case .double(let number): add(Self.bytes(number.bitPattern), type: PostgresType.float8)
        case .bool(let value): add([value ? 1 : 0], type: PostgresType.bool)
        case .bytes(let bytes):
            guard bytes.count < 1 << 30 else {
                throw PostgresError("\(bytes.count) bytes; a value has less than 2^30")
            }
            add(bytes, type: PostgresType.bytes)
        case .text(let text):
            guard text.utf8.count < 1 << 30, !text.utf8.contains(0) else {
                throw PostgresError(
                    "a text has the character U+0000, or 2^30 bytes, which cannot be stored",
                    sqlState: "22021")
            }
            add(text.utf8, type: PostgresType.unspecified, isBinary: false)
        }
    }

    private mutating func add(
        _ content: (some Collection<UInt8>)?, type: UInt32, isBinary: Bool = true
    ) {
        types.append(type)
        places.append(content == nil ? nil : bytes.count)
        lengths.append(Int32(content?.count ?? 0))
        formats.append(isBinary ? 1 : 0)
        guard let content else { return }
        bytes.append(contentsOf: content)
        // Texts are read up to their zero; and a value without bytes has an address so.
        bytes.append(0)
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Calls `body` with the arrays that libpq takes: the number, the types, the values, their
    /// lengths and their formats.
    func withArrays<Value>(
        _ body: (
            Int32, UnsafePointer<UInt32>?, UnsafePointer<UnsafePointer<CChar>?>?,
            UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Value
    ) -> Value {
        bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = places.map { place in place.flatMap { place in base.map { $0 + place } } }
            return values.withUnsafeBufferPointer { values in
                types.withUnsafeBufferPointer { types in
                    lengths.withUnsafeBufferPointer { lengths in
                        formats.withUnsafeBufferPointer { formats in
                            body(
                                Int32(values.count), types.baseAddress, values.baseAddress,
                                lengths.baseAddress, formats.baseAddress)
                        }
                    }
                }
            }
        }
    }
}
