// What keeps the bytes of an open dataset while programs write into its file.

import Foundation

/// How the bytes of an open dataset stay as they are when a program writes into its file.
///
/// Mapped bytes change with their file, and pages beyond a shorter end are lost: searches would
/// read rows that do not exist. Files that are replaced by renaming, as `waypost network build`
/// does, need no protection: the old file stays as long as it is open.
public enum DatasetProtection: Hashable, Sendable {
    /// They do not: for commands that ask one question.
    case none
    /// A program that opens the file for writing waits until its bytes have been copied
    /// (``NetworkDataset/admitWriters()``). Where the system cannot make it wait, as on network
    /// file systems and for files of other accounts, the bytes are copied at once.
    case held
    /// The bytes are copied at once.
    case copied
}

/// A lease on an open file: the system makes programs wait that open the file for writing.
///
/// Method: leases of Linux, fcntl(2). A writer waits until the lease is ended, at most
/// `/proc/sys/fs/lease-break-time` seconds (45 by default). The lease needs a file that belongs to
/// this account and is not open for writing.
struct FileLease {
    private let descriptor: Int32

    // Names that the C library does not show to Swift.
    private static let setSignal: Int32 = 10
    private static let setLease: Int32 = 1_024
    private static let getLease: Int32 = 1_025

    /// Takes a lease; `nil` where the system gives none.
    init?(on descriptor: Int32) {
        #if os(Linux)
        // The signal for a waiting writer would end the process. This one is ignored unless a
        // program asks for it; writers are found by asking (``isAwaited``).
        guard fcntl(descriptor, Self.setSignal, Int32(SIGURG)) == 0,
            fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0
        else { return nil }
        self.descriptor = descriptor
        #else
        return nil
        #endif
    }

    /// Whether a writer waits for the end of the lease, or has waited until the system ended it.
    var isAwaited: Bool { fcntl(descriptor, Self.getLease) != Int32(F_RDLCK) }

    /// Ends the lease: writers continue.
    func end() { _ = fcntl(descriptor, Self.setLease, Int32(F_UNLCK)) }
}
