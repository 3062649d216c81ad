// Tests digests, codes and keys with the examples in their standards.

import Testing

@testable import Cryptography

struct CryptographyTests {
    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal.filter { !$0.isWhitespace })
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }

    /// FIPS 180-4, NIST's examples: one block, two blocks, and no bytes at all.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `digests are those of the standard`(message: String, digest: String) {
        #expect(SHA256.hash(Array(message.utf8)) == Self.bytes(digest))
    }

    /// RFC 4231, test cases 1, 2 and 6: a short key, a key in letters, a key longer than a block.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `codes are those of the standard`(key: [UInt8], message: String, code: String) {
        let (key, message) = (SymmetricKey(key), Array(message.utf8))
        let right = Self.bytes(code)
        #expect(MessageAuthenticationCode.code(of: message, signedWith: key) == right)
        #expect(MessageAuthenticationCode.isValid(right, of: message, signedWith: key))
        for place in right.indices {
            var wrong = right
            wrong[place] ^= 1
            #expect(!MessageAuthenticationCode.isValid(wrong, of: message, signedWith: key))
        }
        #expect(!MessageAuthenticationCode.isValid([], of: message, signedWith: key))
        #expect(!MessageAuthenticationCode.isValid(right.dropLast(), of: message, signedWith: key))
        #expect(!MessageAuthenticationCode.isValid(right, of: message + [0], signedWith: key))
        #expect(!MessageAuthenticationCode.isValid(right, of: message, signedWith: .random()))
    }

    /// RFC 7914, section 12.
    @Test(arguments: [
        (
            "password", "NaCl", 1_024, 8, 16,
            """
            fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
            2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
            """
        ),
        (
            "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
            """
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
            d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
            """
        ),
    ])
    func `keys of passwords are those of the standard`(
        password: String, salt: String, rounds: Int, blockSize: Int, parallelism: Int, key: String
    ) throws {
        let found = try Scrypt.key(
            from: password, salt: Array(salt.utf8), byteCount: 64, rounds: rounds,
            blockSize: blockSize, parallelism: parallelism)
        #expect(found == Self.bytes(key))
    }

    @Test
    func `costs above the default limit of memory are taken, those outside the standard refused`()
        throws
    {
        // 64 MiB: more than OpenSSL allows by default.
        let key = try Scrypt.key(
            from: "p", salt: [1], byteCount: 32, rounds: 1 << 16, blockSize: 8, parallelism: 1)
        #expect(key.count == 32)
        #expect(throws: Scrypt.InvalidCost.self) {
            try Scrypt.key(
                from: "p", salt: [1], byteCount: 32, rounds: 3, blockSize: 8, parallelism: 1)
        }
    }

    @Test func `random keys differ`() {
        let keys = (0..<8).map { _ in
            SymmetricKey.random().withUnsafeBytes { Array($0) }
        }
        #expect(Set(keys).count == 8)
        #expect(keys.allSatisfy { $0.count == 32 })
    }
}
