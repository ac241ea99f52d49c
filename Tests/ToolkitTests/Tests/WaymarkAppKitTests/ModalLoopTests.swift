import AppKit
import Testing
import Waymark
import WaymarkAppKit

extension AppKitTests {
  /// Each test acts as the user in the loop that presenting a modal window runs.
  @Suite("A modal window with its own run loop") @MainActor struct ModalLoopTests {
    /// What happened, in order.
    @MainActor
    final class Log { var lines: [String] = [] }

    private let log = Log()
    private let main = PlainController()
    private let window: NSWindow
    private let registry: Registry

    init() throws {
      let log = log
      window = NSWindow(contentViewController: main)
      window.makeKeyAndOrderFront(nil)
      registry = try Registry {
        PanelModule()
        Observes { event in
          switch event.phase {
          case .didPerform: log.lines.append("shown")
          case .didRemove: log.lines.append("removed")
          default: break
          }
        }
      }
    }

    /// Presents a modal window as an action does, outside of a task, with a loop that does something until the window
    /// is closed.
    private func present<Requested>(
      _ token: RoutableView<Requested>, loop: @escaping @MainActor (NSWindow) -> Void
    ) async throws -> ActiveRoute<Requested> {
      NSViewController.modelledModalLoop = loop
      defer { NSViewController.modelledModalLoop = nil }
      return try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            continuation.resume(
              with: Result { try registry.perform(to: token, path: .modalWindow(from: main)) })
          }
        }
      }
    }

    /// Closes a window in its loop as the user does.
    private func close(_ window: NSWindow) {
      CFRunLoop.modelTurn()
      log.lines.append("loop")
      window.performClose(nil)
      log.lines.append("closed")
    }

    @Test func `a modal window is routed during its loop and removed afterward`() async throws {
      let shown = try await present(.panel, loop: close)
      #expect(log.lines == ["shown", "loop", "closed", "removed"])
      #expect(shown.state == .removed)
    }

    @Test func `the loop runs outside of the task that shows the window`() async throws {
      NSViewController.modelledModalLoop = close
      defer { NSViewController.modelledModalLoop = nil }
      let shown = try registry.perform(to: .panel, path: .modalWindow(from: main))
      log.lines.append("returned")
      #expect(shown.state == .routing)
      CFRunLoop.modelTurn()
      #expect(log.lines == ["returned", "shown", "loop", "closed", "removed"])
      #expect(shown.state == .removed)
    }

    @Test func `a task shows no modal window after its source has left the window`() async throws {
      let shown = try registry.perform(to: .panel, path: .modalWindow(from: main))
      window.contentViewController = nil
      CFRunLoop.modelTurn()
      await #expect {
        try await shown.completed()
      } throws: {
        ($0 as? RouteError)?.code == .invalidSource
      }
      #expect(main.presentedViewControllers == nil)
    }

    @Test func `a loop that ends at once reports events in order`() async throws {
      let shown = try await present(.panel) { $0.performClose(nil) }
      #expect(log.lines == ["shown", "removed"])
      #expect(shown.state == .removed)
    }

    @Test func `a modal window shows a sheet during its loop`() async throws {
      var sheet: ActiveRoute<any (NSViewController & PanelInput)>?
      let shown = try await present(.panel) { window in
        CFRunLoop.modelTurn()
        sheet = try? registry.perform(to: .panel, path: .sheet(from: window))
        window.performClose(nil)
      }
      CFRunLoop.modelTurn()
      #expect(shown.state == .removed)
      #expect(sheet != nil)
    }
  }
}
