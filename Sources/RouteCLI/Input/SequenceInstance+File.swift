// Reads stop-ordering problems from files.

import Foundation
import Sequencing

extension SequenceInstance {
    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: ``CommandFailure`` naming the file, and what is wrong in it.
    init(path: String, goal: TourGoal) throws {
        let data: Data
        do {
            let isInput = path == "-"
            let file =
                isInput
                ? try StandardInput.process.take()
                : try FileHandle(forReadingFrom: URL(filePath: path))
            defer { if !isInput { try? file.close() } }
            data = try file.read(upToCount: Self.mostBytes + 1) ?? Data()
        } catch {
            throw Console.unreadable(path, error)
        }
        guard data.count <= Self.mostBytes else {
            throw CommandFailure(
                .invalidInput,
                "\(FeatureFile.label(of: path)) is longer than \(Self.mostBytes >> 20) MiB")
        }
        do throws(SequenceFileError) {
            try self.init(text: String(decoding: data, as: UTF8.self), goal: goal)
        } catch {
            throw CommandFailure(.invalidInput, "\(FeatureFile.label(of: path)): \(error.text)")
        }
    }
}
