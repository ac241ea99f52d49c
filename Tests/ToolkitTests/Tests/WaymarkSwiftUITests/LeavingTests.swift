import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

extension RoutableView<Folder> { static var folder: Self { declared() } }
extension RoutableView<Form> { static var form: Self { declared() } }

/// A destination with a view that a test can leave from outside.
@MainActor
final class Folder {
  var leave: LeaveAction?
}

/// A destination that asks, and counts the questions.
@MainActor
final class Form {
  var mayLeave = false
  var questions = 0
}

/// The forms that a registry has made.
@MainActor
private final class Forms {
  var all: [Form] = []
}

/// A view with a form as a part.
private struct FolderScreen: View {
  let folder: Folder
  let hasForm: Bool
  @Environment(\.leaveRoute) private var leave

  var body: some View {
    VStack {
      Text("folder")
      if hasForm { RouteView(.form) }
    }
    .onAppear { folder.leave = leave }
  }
}

@MainActor
@Suite("Asking about views that leave together", .timeLimit(.minutes(5)))
struct LeavingTests {
  private let window = RouteWindow()
  private let device: ModelDevice
  private let registry: Registry

  private let forms = Forms()

  init() throws { (registry, device) = try Self.scenario(window, forms, hasForm: false) }

  private static func scenario(
    _ window: RouteWindow, _ forms: Forms, hasForm: Bool
  ) throws -> (Registry, ModelDevice) {
    let registry = try Registry {
      NoteModule()
      Route(Folder.init) {
        RoutableView(.folder)
        Shown { FolderScreen(folder: $0, hasForm: hasForm) }
      }
      Route(Form.self) {
        RoutableView(.form)
        Shown { _ in Text("form") }
        Leaves { form in
          form.questions += 1
          return form.mayLeave ? .proceed : .stay
        }
      } make: {
        let form = Form()
        forms.all.append(form)
        return form
      }
    }
    let device = draw { RouteStack(window) { Text("root") }.registry(registry) }
    return (registry, device)
  }

  /// Lets all tasks run that are ready, such as those of a question.
  private func settle() async {
    for _ in 0..<200 { await Task.yield() }
  }

  @Test func `the user can't pull down a sheet with a guarded screen inside`() async throws {
    let (sheet, folder) = try await registry.show(.folder, .sheet(from: window))
    let inner = try #require(window.sheet?.window)
    let (pushed, form) = try await registry.show(.form, .push(from: inner))
    device.update()
    #expect(window.sheet?.asksBeforeLeaving == true)
    #expect(device.dismiss() == false)
    folder.leave?()
    await settle()
    #expect(form.questions == 1)
    #expect([sheet.state, pushed.state] == [.routed, .routed])
    form.mayLeave = true
    folder.leave?()
    #expect(await eventually { sheet.state == .removed && pushed.state == .removed })
    #expect(form.questions == 2)
  }

  @Test func `the topmost view is asked first`() async throws {
    let (sheet, lower) = try await registry.show(.form, .sheet(from: window))
    let inner = try #require(window.sheet?.window)
    let above = try await registry.show(.folder, .sheet(from: inner)).route
    let innermost = try #require(inner.sheet?.window)
    let upper = try await registry.show(.form, .push(from: innermost)).view
    device.update()
    #expect(device.dismiss() == false)
    above.destination?.leave?()
    await settle()
    #expect(upper.questions == 1)
    upper.mayLeave = true
    above.destination?.leave?()
    #expect(await eventually { above.state == .removed })
    #expect(lower.questions == 0)
    #expect(sheet.state == .routed)
  }

  @Test func `a screen without guarded screens inside can be pulled down again`() async throws {
    let sheet = try await registry.show(.folder, .sheet(from: window)).route
    let inner = try #require(window.sheet?.window)
    let pushed = try await registry.show(.form, .push(from: inner)).route
    try await remove(pushed)
    device.update()
    #expect(device.dismiss())
    #expect(sheet.state == .removed)
  }

  @Test func `leaving a screen asks the screens above it`() async throws {
    let (lower, folder) = try await registry.show(.folder, .push(from: window))
    let (upper, form) = try await registry.show(.form, .push(from: window))
    folder.leave?()
    await settle()
    #expect(form.questions == 1)
    #expect(lower.state == .routed)
    form.mayLeave = true
    folder.leave?()
    #expect(await eventually { lower.state == .removed && upper.state == .removed })
  }

  @Test(arguments: [RoutePath.Kind.push, .sheet, .popover])
  func `a part is asked before its screen leaves`(kind: RoutePath.Kind) async throws {
    let window = RouteWindow()
    let (registry, device) = try Self.scenario(window, forms, hasForm: true)
    let (shown, folder) = try await registry.show(.folder, .custom(kind, from: window))
    #expect(await eventually { device.texts == ["folder", "form"] })
    let screen = try #require(window.path.first ?? window.sheet ?? window.popover)
    #expect(await eventually { screen.asksBeforeLeaving })
    device.update()
    #expect(device.dismiss() == false && device.goBack() == false)
    let form = try #require(forms.all.first)
    folder.leave?()
    await settle()
    #expect(form.questions == 1)
    #expect(try await shown.leave() == false)
    #expect(form.questions == 2)
    form.mayLeave = true
    folder.leave?()
    #expect(await eventually { shown.state == .removed })
    #expect(form.questions == 3)
  }
}
