import PresenterWalk
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Popovers that point at a view", .timeLimit(.minutes(5)))
struct PopoverTests {
  private let window = RouteWindow()
  private let registry: Registry
  private let one = Switch()
  private let two = Switch()
  private let device: ModelDevice

  init() throws {
    let (window, one, two) = (window, one, two)
    let registry = try Registry { NoteModule() }
    self.registry = registry
    device = draw {
      RouteStack(window) {
        Dynamic {
          if one.isOn { Text("one").popoverAnchor("one", arrowEdge: .trailing) }
          if two.isOn { Text("two").popoverAnchor("two", arrowEdge: .trailing) }
        }
      }
      .registry(registry)
    }
  }

  @Test(arguments: [("one", "one trailing"), ("two", "two trailing"), (nil, "one two")])
  func `a popover points at its view, or without an anchor at the window`(
    anchor: String?, target: String
  ) async throws {
    let path = anchor.map { RoutePath.popover(from: window, at: $0) } ?? .popover(from: window)
    try await registry.show(.help, path)
    #expect(device.layers == ["window", "popover"])
    #expect(device.popoverAnchors == [target])
    #expect(device.dismiss())
    #expect(window.popover == nil)
  }

  @Test func `a popover shows destinations from its own window`() async throws {
    try await registry.show(.note, .popover(from: window))
    #expect(device.press("Help"))
    #expect(device.layers == ["window", "popover", "sheet"])
  }

  @Test func `an anchor on two views stays until both are gone`() async throws {
    let (window, shows) = (RouteWindow(), Switch())
    let device = draw {
      RouteStack(window) {
        Text("one").popoverAnchor("x")
        Dynamic { if shows.isOn { Text("two").popoverAnchor("x") } }
      }
    }
    try await registry.show(.help, .popover(from: window, at: "x"))
    shows.isOn = false
    device.update()
    #expect(device.popoverAnchors == ["one"])
    #expect(device.dismiss())
    try await registry.show(.help, .popover(from: window, at: "x"))
    #expect(device.popoverAnchors == ["one"])
  }

  @Test func `a popover goes away with its view`() async throws {
    let help = try await registry.show(.help, .popover(from: window, at: "two")).route
    one.isOn = false
    device.update()
    #expect(help.state == .routed)
    two.isOn = false
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
    one.isOn = false
    two.isOn = false
    device.update()
    #expect(
      error(at: "one") == """
        no view with the popover anchor 'one' is drawn in the window: none is [invalidSource]
            To fix: add .popoverAnchor("one") to a view of the window
        """)
  }
}
