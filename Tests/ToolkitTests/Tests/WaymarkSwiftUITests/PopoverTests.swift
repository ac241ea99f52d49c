import PresenterWalk
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

/// A list with a button in each row, at which popovers point.
private struct Rows: View {
  let rows: RowModel
  @Environment(\.routeWindow) private var window
  @Environment(\.routeRegistry) private var registry

  var body: some View {
    List {
      ForEach(rows.rows) { row in
        Button(row.name) {
          _ = try? registry.perform(to: .help, path: .popover(from: window, at: row.name))
        }
        .popoverAnchor(row.name, arrowEdge: .trailing)
      }
    }
  }
}

@MainActor @Observable
private final class RowModel {
  struct Row: Identifiable {
    let name: String
    var id: String { name }
  }
  var rows = [Row(name: "one"), Row(name: "two")]
}

@MainActor
@Suite("Popovers that point at a view", .timeLimit(.minutes(5)))
struct PopoverTests {
  private let window = RouteWindow()
  private let registry: Registry
  private let rows = RowModel()
  private let device: ModelDevice

  init() throws {
    let (window, rows) = (window, rows)
    let registry = try Registry { NoteModule() }
    self.registry = registry
    device = draw { RouteStack(window) { Rows(rows: rows) }.registry(registry) }
  }

  @Test func `a popover points at its view`() async throws {
    #expect(device.press("two"))
    #expect(device.layers == ["window", "popover"])
    #expect(device.popoverAnchors == ["two trailing"])
    #expect(device.dismiss())
    #expect(window.popover == nil)
    #expect(device.press("one"))
    #expect(device.popoverAnchors == ["one trailing"])
  }

  @Test func `a popover without an anchor points at the window`() async throws {
    try await registry.show(.help, .popover(from: window))
    #expect(device.layers == ["window", "popover"])
    #expect(device.popoverAnchors == ["one two"])
  }

  @Test func `a popover goes away with its view`() async throws {
    let help = try await registry.show(.help, .popover(from: window, at: "two")).route
    rows.rows.removeFirst()
    device.update()
    #expect(help.state == .routed)
    rows.rows.removeFirst()
    device.update()
    #expect(help.state == .removed)
    #expect(window.popover == nil)
    #expect(device.layers == ["window"])
  }

  @Test func `an anchor that isn't drawn is an error`() throws {
    func error(at anchor: String) -> String? {
      let path = RoutePath.popover(from: window, at: anchor)
      let error = #expect(throws: RouteError.self) { try registry.perform(to: .help, path: path) }
      return error?.presenterText
    }
    #expect(
      error(at: "three") == """
        no view with the popover anchor 'three' is drawn in the window: those of one, two are [invalidSource]
            To fix: add .popoverAnchor("three") to a view of the window
        """)
    rows.rows = []
    device.update()
    #expect(
      error(at: "one") == """
        no view with the popover anchor 'one' is drawn in the window: none is [invalidSource]
            To fix: add .popoverAnchor("one") to a view of the window
        """)
  }
}
