// Standard input, as a file of options.

import Foundation
import Geo
import Synchronization

/// Standard input (`-`), which can be read once, whichever options name it.
final class StandardInput: Sendable {
    static let process = StandardInput()

    private let isTaken = Mutex(false)

    /// Returns the input, for the only reader.
    ///
    /// - Throws: `FeatureReadError` if another option has read it.
    func take() throws(FeatureReadError) -> FileHandle {
        let isFirst = isTaken.withLock { taken in
            defer { taken = true }
            return !taken
        }
        guard isFirst else {
            throw FeatureReadError(
                "two options read it (-), and it can be read once; give a file to one of them")
        }
        return .standardInput
    }
}
