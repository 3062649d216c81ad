// What can be given inputs: a name, the words of its format, and what reads one input.

import Foundation
import Synchronization

/// A reader, or the whole server, with what is known of its format.
struct FuzzTarget: Sendable {
    /// Reads one input, and says whether it was taken. What it throws is a finding.
    typealias Reading = ([UInt8]) throws -> Bool

    /// The name, which its corpus has as well.
    let name: String
    /// Words of the format, which inputs get for nothing.
    var words: [String] = []
    /// Whether inputs are JSON, so that trees are changed as well as bytes.
    var readsTrees = false
    /// What the corpus has beside its files.
    var entries: @Sendable (FuzzBench) throws -> [[UInt8]] = { _ in [] }
    /// Makes everything ready.
    let start: @Sendable (FuzzBench) throws -> Reading

    /// Every target, in the order of the table in the README.
    static let all: [FuzzTarget] = [
        .form, .json, .features, .csv, .encoding, .time, .gpx, .geoJSON, .traces, .polyline,
        .legs, .condition, .wellKnownText, .reference, .token, .hosts, .client, .yaml,
        .openStreetMap, .dataset, .handle, .storedCondition, .wellKnownBinary, .geoPackage, .feed,
        .sharedFeed, .phrases, .sequence, .request,
    ]
}

/// Something that an input must not bring about, though the program goes on.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Reads something that may be refused.
///
/// - Returns: Whether it was taken.
/// - Throws: ``Violation`` for a refusal that repeats the input at length, and those of `read`.
func isTaken(messageBytes: Int = 8_192, _ read: () throws -> Void) throws -> Bool {
    do {
        try read()
        return true
    } catch let violation as Violation {
        throw violation
    } catch {
        let message = "\(error)"
        lastRefusal.withLock { $0 = message }
        guard message.utf8.count <= messageBytes else {
            throw Violation(
                "a refusal of \(message.utf8.count) bytes begins: \(message.prefix(120))")
        }
        return false
    }
}

/// What the last refusal said, for a run of one input.
let lastRefusal = Mutex("")

/// Holds what is written and read again to what was written first.
func expectSame<Text: Equatable>(_ first: Text, _ second: Text, _ what: String) throws {
    guard first != second else { return }
    throw Violation("\(what) changes when it is written and read again")
}

/// Waits for asynchronous work on the thread of the loop, which does nothing else.
func waited<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome<Value>()
    Task.detached {
        do {
            outcome.result = .success(try await work())
        } catch {
            outcome.result = .failure(error)
        }
        done.signal()
    }
    done.wait()
    guard let result = outcome.result else { throw Violation("work ended without an outcome") }
    return try result.get()
}

/// Where work leaves what came of it. Unchecked: the semaphore orders writing before reading.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}
