// Password hashes by scrypt: if a user file is stolen, each password guess costs 32 MiB and a
// quarter of a second.

import Cryptography
import Foundation

/// A salted password hash.
///
/// Method: scrypt; Percival and Josefsson, RFC 7914, with 2¹⁵ rounds of blocks of 8 and a
/// parallelism of 3 (32 MiB), as OWASP's Password Storage Cheat Sheet recommends. The salt has 16
/// random bytes, the hash has 32.
///
/// Its text has the PHC form `$scrypt$ln=15,r=8,p=3$SALT$HASH`, with salt and hash in base64
/// without padding. Each hash states its cost, so a later version can raise it for new passwords.
public struct PasswordHash: Hashable, Sendable {
    /// The cost of computing a hash, and therefore of a guess.
    public struct Cost: Hashable, Sendable {
        /// The binary logarithm of the rounds.
        package var logRounds: Int
        /// The block size in units of 128 bytes.
        package var blockSize: Int
        /// How often the memory is filled.
        package var parallelism: Int

        package init(logRounds: Int, blockSize: Int, parallelism: Int) {
            self.logRounds = logRounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// The cost for new hashes.
        public static let standard = Cost(logRounds: 15, blockSize: 8, parallelism: 3)

        /// Whether a file may ask for this cost: up to 256 MiB, and allowed by the standard (RFC
        /// 7914, section 2: fewer rounds than 2^(16 · blockSize)).
        package var isAcceptable: Bool {
            (4...20).contains(logRounds) && (1...32).contains(blockSize)
                && logRounds < 16 * blockSize
                && (1...16).contains(parallelism) && (128 * blockSize) << logRounds <= 1 << 28
        }
    }

    /// The longest password, in UTF-8 bytes.
    public static let longestPasswordBytes = 1_024

    package let cost: Cost
    package let salt: [UInt8]
    package let digest: [UInt8]

    /// Hashes a password with a new salt.
    ///
    /// - Precondition: The password has 1 to ``longestPasswordBytes`` bytes.
    /// - Throws: An error if there is not enough memory.
    public init(of password: String, cost: Cost = .standard) throws {
        precondition(!password.isEmpty, "an empty password protects nothing")
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        self.cost = cost
        self.salt = salt
        digest = try Self.derive(password, salt, cost)
    }

    /// Reads a hash's text; `nil` for other text or a cost that is too high.
    public init?(_ text: some StringProtocol) {
        let parts = String(text).split(
            separator: "$" as Character, omittingEmptySubsequences: false
        )
        .map(String.init)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let cost = Self.cost(parts[2]), cost.isAcceptable,
            let salt = Self.unpadded(parts[3]), salt.count >= 8,
            let digest = Self.unpadded(parts[4]), digest.count == 32
        else { return nil }
        self.cost = cost
        self.salt = salt
        self.digest = digest
    }

    /// The hash as text.
    public var text: String {
        "$scrypt$ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)"
            + "$\(Self.unpadded(salt))$\(Self.unpadded(digest))"
    }

    /// Returns whether a password is the hashed password. The comparison takes constant time.
    ///
    /// - Throws: An error if there is not enough memory.
    package func matches(_ password: String) throws -> Bool {
        // An empty password is never correct.
        guard !password.isEmpty else { return false }
        let found = try Self.derive(password, salt, cost)
        return zip(found, digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: String, _ salt: [UInt8], _ cost: Cost) throws -> [UInt8]
    {
        try Scrypt.key(
            from: password, salt: salt, byteCount: 32, rounds: 1 << cost.logRounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
    }

    private static func cost(_ text: String) -> Cost? {
        var values: [Substring: Int] = [:]
        for item in text.split(separator: ",") {
            let pair = item.split(separator: "=")
            // This program writes each number once, and in only one spelling.
            guard pair.count == 2, let value = Int(pair[1]), String(value) == pair[1],
                values.updateValue(value, forKey: pair[0]) == nil
            else { return nil }
        }
        guard values.count == 3, let rounds = values["ln"], let block = values["r"],
            let parallelism = values["p"]
        else { return nil }
        return Cost(logRounds: rounds, blockSize: block, parallelism: parallelism)
    }

    private static func unpadded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().filter { $0 != "=" }
    }

    private static func unpadded(_ text: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { [UInt8]($0) }
    }
}
