// A note beside a dataset that says which file was read and found whole.

import Foundation
import SystemResources

/// The note. Commands that open a network for one request rely on it and need not read the whole
/// file first.
struct VerifiedMark: Hashable, Codable, Sendable {
    /// The suffix added to the dataset's file name.
    static let suffix = ".verified"

    private var file: FileIdentity
    private var fingerprint: String

    init(_ file: FileIdentity, fingerprint: String) {
        self.file = file
        self.fingerprint = fingerprint
    }

    /// Whether the note beside a dataset is about this version of the file.
    func isBeside(_ dataset: String) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: dataset + Self.suffix) else {
            return false
        }
        // A note that cannot be read does not count, so the file is read.
        let noted = try? JSONDecoder().decode(Self.self, from: bytes)
        return noted == self
    }

    /// Leaves the note beside a dataset, if the folder can be written.
    func leave(beside dataset: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let bytes = try? encoder.encode(self) else { return }
        try? bytes.write(to: URL(filePath: dataset + Self.suffix), options: .atomic)
    }
}
