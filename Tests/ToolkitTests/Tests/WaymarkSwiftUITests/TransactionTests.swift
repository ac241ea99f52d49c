import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

/// A screen with a button that leaves it with an animation.
private struct Springing: View {
  @Environment(\.leaveRoute) private var leave
  var body: some View { Button("Spring") { withAnimation(.spring) { leave() } } }
}

extension RoutableView<Springing> { fileprivate static var springing: Self { declared() } }

@MainActor
@Suite("The transaction of a window's changes", .timeLimit(.minutes(5)))
struct TransactionTests {
  private let window = RouteWindow(tabs: ["inbox", "archive"])
  private let registry: Registry
  private let device: ModelDevice

  init() throws {
    let window = window
    registry = try Registry {
      NoteModule()
      Route(Springing.init) { RoutableView(.springing) }
    }
    device = draw { Dynamic { RouteStack(window) { Text(window.tab) } } }
  }

  @Test(arguments: [RoutePath.Kind.push, .sheet, .popover, .fullScreenCover])
  func `a change uses the caller's transaction`(kind: RoutePath.Kind) async throws {
    let note = try withAnimation(.spring) {
      try registry.perform(to: .note, path: .custom(kind, from: window))
    }
    #expect(device.curves.last == .spring)
    try await note.completed()
    try withAnimation(.default) { try note.remove() }
    #expect(device.curves.last == .default)
    #expect(!device.animations.contains(false))
    try await note.removed()
  }

  @Test func `a request can disable animations`() async throws {
    let note = try withAnimation(.spring) {
      try registry.perform(to: .note, path: .push(from: window)) { $0.animated = false }
    }
    try await note.completed()
    try withAnimation(.spring) { try note.remove { $0.animated = false } }
    try await note.removed()
    #expect(device.animations == [false, false] && device.curves == [nil, nil])
    let navigator = Navigator(from: window, in: registry)
    try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab("archive")])), animated: false)
    #expect(device.animations == [false, false, false])
    try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab("inbox")])))
    device.update()
    #expect(device.animations.last == true)
  }

  @Test func `leaving uses the caller's transaction`() async throws {
    try await registry.show(.springing, .push(from: window))
    #expect(device.press("Spring"))
    #expect(device.curves.last == .spring)
    #expect(device.texts == ["inbox"])
  }
}
