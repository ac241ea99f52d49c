#if canImport(UIKit)
  import SwiftUI
  import Testing
  import UIKit
  import Waymark
  import WaymarkSwiftUI

  final class NoteController: UIViewController {}

  extension RoutableView<NoteController> { static var controller: Self { declared() } }

  @MainActor
  @Suite("A view controller in a RouteStack", .timeLimit(.minutes(5)))
  struct ControllerTests {
    @Test func `a stack draws a controller without an entry`() async throws {
      let window = RouteWindow()
      let registry = try Registry {
        Route(NoteController.self) {
          RoutableView(.controller)
        } make: {
          NoteController()
        }
      }
      let device = ModelDevice { RouteStack(window) { Text("root") } }
      device.update()
      let shown = try registry.perform(to: .controller, path: .push(from: window))
      let controller = try await shown.completed()
      #expect(device.texts == ["NoteController"])
      #expect(window.path.first?.destination as? NoteController === controller)
    }
  }
#endif
