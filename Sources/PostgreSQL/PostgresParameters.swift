// Statement parameters in the form libpq takes.

/// Statement parameters, encoded into one byte array with the offset of each.
struct PostgresParameters {
    /// The parameter types, as PostgreSQL object ids.
    private(set) var types: [UInt32] = []
    private var bytes: [UInt8] = []
    private var places: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// Encodes parameters.
    ///
    /// - Throws: ``PostgresError`` if a text contains U+0000, or if there are too many values or
    ///   bytes.
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
        // libpq reads a text up to its zero byte; the byte also gives an empty value an address.
        bytes.append(0)
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Calls `body` with the arrays libpq takes: count, types, values, lengths and formats.
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
