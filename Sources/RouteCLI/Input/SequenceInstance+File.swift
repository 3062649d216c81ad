// Reads stop-ordering problems from files.

import Foundation
import Sequencing

extension SequenceInstance {
    /// Reads a file.
    ///
    /// - Throws: ``CommandFailure`` naming the file, and what is wrong in it.
    init(path: String, goal: TourGoal) throws {
        let data: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            data = try file.read(upToCount: Self.mostBytes + 1) ?? Data()
        } catch {
            throw Console.unreadable(path, error)
        }
        guard data.count <= Self.mostBytes else {
            throw CommandFailure(
                .invalidInput, "\(path) is longer than \(Self.mostBytes >> 20) MiB")
        }
        do throws(SequenceFileError) {
            try self.init(text: String(decoding: data, as: UTF8.self), goal: goal)
        } catch {
            throw CommandFailure(.invalidInput, "\(path): \(error.text)")
        }
    }
}
