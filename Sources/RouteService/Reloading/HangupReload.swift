// Reloads the services on SIGHUP, as is usual for servers.

import Glibc
import ServiceLifecycle
import UnixSignals

/// Reloads the services when the process gets SIGHUP.
///
/// The system sends the same signal when a terminal closes. If the server was started in a terminal
/// and has lost it, the server stops instead.
struct HangupReload: Service {
    let reloader: CatalogReloader

    func run() async throws {
        let hadTerminal = Self.hasTerminal
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                if hadTerminal, !Self.hasTerminal {
                    kill(getpid(), SIGTERM)
                } else {
                    _ = await reloader.reload(.hangup)
                }
            }
        }
    }

    private static var hasTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
