import AppKit
import Testing
import Waymark
import WaymarkAppKit

extension AppKitTests {
  /// Each test acts as the user in the loop that presenting a modal window runs.
  @Suite("A modal window with its own run loop") @MainActor struct ModalLoopTests {
    /// What happened, in order.
    @MainActor
    final class Log {
      var lines: [String] = []
    }

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

    /// Presents a modal window, with a loop that does something until the window is closed.
    private func present<Requested>(
      _ token: RoutableView<Requested>, loop: @escaping @MainActor (NSWindow) -> Void
    ) throws -> ActiveRoute<Requested> {
      NSViewController.modelledModalLoop = loop
      defer { NSViewController.modelledModalLoop = nil }
      return try registry.perform(to: token, path: .modalWindow(from: main))
    }

    @Test func `a modal window is routed during its loop and removed afterward`() throws {
      let shown = try present(.panel) { window in
        CFRunLoop.modelTurn()
        self.log.lines.append("loop")
        window.performClose(nil)
        self.log.lines.append("closed")
      }
      #expect(log.lines == ["shown", "loop", "closed", "removed"])
      #expect(shown.state == .removed)
    }

    @Test func `a loop that ends at once reports events in order`() throws {
      let shown = try present(.panel) { $0.performClose(nil) }
      #expect(log.lines == ["shown", "removed"])
      #expect(shown.state == .removed)
    }

    @Test func `closing during the loop asks the route`() async throws {
      var isVisible = false
      let shown = try present(.guarded) { window in
        CFRunLoop.modelTurn()
        window.performClose(nil)
        isVisible = window.isVisible
      }
      #expect(isVisible)
      // The loop of this test ends although the window is open.
      #expect(shown.state == .routed)
      let guarded = try #require(shown.destination)
      await settle()
      #expect(guarded.questions == 1)
      guarded.mayLeave = true
      guarded.view.window?.performClose(nil)
      await settle()
      #expect(log.lines == ["shown", "removed"])
    }

    @Test func `a modal window shows a sheet during its loop`() throws {
      var sheet: ActiveRoute<any (NSViewController & PanelInput)>?
      let shown = try present(.panel) { window in
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
