// Prints the file's name, instead of dying by a bare signal, when a mapped file loses its pages.

import Foundation
import Synchronization

/// Ends the process with a message if a mapped file is cut short while in use.
///
/// The system then raises SIGBUS wherever a lost page is read. Nothing can continue from there,
/// since earlier answers no longer match the network.
public enum MappedFileGuard {
    /// A mapped file as the signal handler reads it. The handler must not allocate or lock.
    private struct Entry {
        var start: UInt = 0
        var end: UInt = 0
        var message: UnsafeMutablePointer<CChar>?
    }

    /// The most files that a message can name.
    private static let capacity = 256
    // Written under the lock, and read where nothing may lock.
    nonisolated(unsafe) private static let entries: UnsafeMutablePointer<Entry> = {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
        return entries
    }()
    private static let editing = Mutex<Void>(())

    /// Installs the handler. Call it once, before you open a network.
    public static func install() {
        _ = entries
        var action = sigaction()
        action.sa_flags = SA_SIGINFO
        action.__sigaction_handler.sa_sigaction = { _, info, _ in
            let address = UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
            for place in 0..<MappedFileGuard.capacity {
                let entry = MappedFileGuard.entries[place]
                guard entry.start <= address, address < entry.end, let message = entry.message
                else { continue }
                _ = write(STDERR_FILENO, message, strlen(message))
                _exit(1)
            }
            // The address belongs to no mapped file: act as if there were no handler.
            signal(SIGBUS, SIG_DFL)
        }
        sigaction(SIGBUS, &action, nil)
    }

    static func add(_ bytes: UnsafeRawBufferPointer, path: String) {
        let text =
            "waypost: \(path) was cut short while it was in use. Build the network again "
            + "(waypost network build), which puts a new file in its place.\n"
        editing.withLock { _ in
            let free = (0..<capacity).first { entries[$0].message == nil }
            guard let free else { return }
            let start = UInt(bitPattern: bytes.baseAddress)
            entries[free] = Entry(
                start: start, end: start + UInt(bytes.count), message: strdup(text))
        }
    }

    static func remove(_ bytes: UnsafeRawBufferPointer) {
        editing.withLock { _ in
            let start = UInt(bitPattern: bytes.baseAddress)
            for place in 0..<capacity where entries[place].start == start {
                let message = entries[place].message
                entries[place] = Entry()
                free(message)
            }
        }
    }
}
