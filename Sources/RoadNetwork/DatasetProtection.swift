// What keeps an open dataset's bytes unchanged while programs write into its file.

import Foundation

/// How an open dataset's bytes survive if a program writes into the file.
///
/// Mapped bytes change with their file, and pages beyond a shorter end are lost: searches would
/// read rows that do not exist. If you replace a file by renaming another, as `waypost network
/// build` does, you need no protection: the old file stays as long as it is open.
public enum DatasetProtection: Hashable, Sendable {
    /// No protection, for commands that ask one question.
    case none
    /// A program that opens the file for writing waits until the bytes have been copied
    /// (``NetworkDataset/admitWriters()``). If the system cannot make it wait, as on network file
    /// systems and for files of other accounts, the bytes are copied at once.
    case held
    /// The bytes are copied at once.
    case copied
}

/// A lease on an open file. While it is held, the system makes programs wait that want to open the
/// file for writing.
///
/// Method: Linux leases, fcntl(2). A writer waits until the lease ends, at most
/// `/proc/sys/fs/lease-break-time` seconds (45 by default). The file must belong to this account
/// and not be open for writing.
struct FileLease {
    private let descriptor: Int32

    // Names that the C library does not show to Swift.
    private static let setSignal: Int32 = 10
    private static let setLease: Int32 = 1_024
    private static let getLease: Int32 = 1_025

    /// Takes a lease; `nil` if the system gives none.
    init?(on descriptor: Int32) {
        #if os(Linux)
        // The default signal for a waiting writer would end the process. This one is ignored unless
        // a program handles it; ``isAwaited`` finds writers by asking.
        guard fcntl(descriptor, Self.setSignal, Int32(SIGURG)) == 0,
            fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0
        else { return nil }
        self.descriptor = descriptor
        #else
        return nil
        #endif
    }

    /// Whether a writer is waiting, or has waited until the system ended the lease.
    var isAwaited: Bool { fcntl(descriptor, Self.getLease) != Int32(F_RDLCK) }

    /// Ends the lease, so that writers continue.
    func end() { _ = fcntl(descriptor, Self.setLease, Int32(F_UNLCK)) }
}
