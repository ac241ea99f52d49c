import Dispatch
import Foundation
import ScreenKit

/// Listens to the keyboard and to signals.
final class TerminalEvents: Sendable {
  let stream: AsyncStream<TerminalEvent>
  private let continuation: AsyncStream<TerminalEvent>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Begins to listen, as long as the program runs.
  func start() {
    Thread.detachNewThread { [continuation] in Self.readKeys(to: continuation) }
    on(SIGWINCH) { .resized }
    on(SIGTSTP) { .suspend }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { on(number) { .terminate(number) } }
  }

  /// Something that is shown has changed by itself.
  func change() { continuation.yield(.changed) }

  private func on(_ number: Int32, _ event: @escaping @Sendable () -> TerminalEvent) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    // The handler keeps its source forever: signals end with the program.
    source.setEventHandler { [continuation] in
      withExtendedLifetime(source) { _ = continuation.yield(event()) }
    }
    source.activate()
  }

  private static func readKeys(to continuation: AsyncStream<TerminalEvent>.Continuation) {
    var parser = KeyParser()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      // The rest of a sequence follows its escape at once, also over a slow line.
      let ready = poll(&input, 1, parser.isWaiting ? 50 : -1)
      if ready < 0, errno == EINTR { continue }
      if ready == 0 {
        for key in parser.flush() { continuation.yield(.key(key)) }
        continue
      }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { break }
      for key in parser.parse(buffer[..<count]) { continuation.yield(.key(key)) }
    }
    continuation.yield(.inputEnded)
  }
}
