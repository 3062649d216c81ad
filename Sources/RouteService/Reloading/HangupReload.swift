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
    /// Hears of each reload, so that `systemctl status` tells it.
    let notice: SystemdNotice?

    func run() async throws {
        let hadTerminal = Self.hasTerminal
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                if hadTerminal, !Self.hasTerminal {
                    kill(getpid(), SIGTERM)
                } else {
                    await reload()
                }
            }
        }
    }

    /// Reloads the services. The server is ready afterwards even if they stay as they are.
    func reload() async {
        notice?.send(.reloading)
        _ = await reloader.reload(.hangup)
        notice?.send(.ready)
    }

    private static var hasTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
