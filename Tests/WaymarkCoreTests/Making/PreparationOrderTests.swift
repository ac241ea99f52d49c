import SharedFixtures
import Testing
import WaymarkCore

@MainActor private protocol Left: AnyObject {
  var right: (any Right)? { get set }
  var name: String { get set }
}
@MainActor private protocol Right: AnyObject { var left: (any Left)? { get set } }
@MainActor private final class LeftScreen: Left {
  var right: (any Right)?
  var name = ""
}
@MainActor private final class RightScreen: Right { var left: (any Left)? }

extension RoutableView<any Left> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any Right> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

/// Two screens that need each other: each route fetches only a missing screen.
private struct CycleModule: RouteModule {
  let isSingleton: Bool

  var routes: Routes {
    Route(LeftScreen.self) {
      View<any Left>()
      if isSingleton { Singleton() }
    } make: {
      LeftScreen()
    } prepare: { left, routes in
      guard left.right == nil else { return }
      let this: any Left = left
      left.right = try routes(View<any Right>()) { $0.left = this }
    }
    Route(RightScreen.self) {
      View<any Right>()
      if isSingleton { Singleton() }
    } make: {
      RightScreen()
    } prepare: { right, routes in
      guard right.left == nil else { return }
      let this: any Right = right
      right.left = try routes(View<any Left>()) { $0.right = this }
    }
  }
}

@MainActor @Suite("Order of making and preparing")
struct PreparationOrderTests: RouteVocabulary {
  @Test func `the steps of making run in order for every form`() throws {
    let log = Log()
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>.as {
          log.append("converted")
          return $0
        }
      } make: {
        log.append("made")
        return Editor()
      } prepare: { editor, _ in
        log.append("prepared by its route: \(editor.title)")
      }
    }
    _ = try registry.makeDestination(to: View<any EditorInput>()) {
      log.append("prepared by its caller")
      $0.title = "set"
    }
    #expect(
      log.all.filter { $0 != "converted" } == [
        "made", "prepared by its caller", "prepared by its route: set",
      ])
  }

  @Test(arguments: [false, true])
  func `prepare can connect objects that need each other`(isSingleton: Bool) throws {
    let registry = try Registry { CycleModule(isSingleton: isSingleton) }
    let left = try registry.makeDestination(to: View<any Left>())
    #expect(left.right?.left === left)
    let right = try registry.makeDestination(to: View<any Right>())
    #expect((right === left.right) == isSingleton)
    #expect(right.left?.right === right)
  }

  @Test func `the route prepares a singleton once and each caller again`() throws {
    let log = Log()
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Singleton()
      } prepare: { editor, _ in
        log.append("route: \(editor.title)")
      }
    }
    for name in ["first", "second"] {
      let editor = try registry.makeDestination(to: View<any EditorInput>()) { $0.title += name }
      #expect(editor.title.hasSuffix(name))
    }
    #expect(log.all == ["route: first"])
    #expect(try registry.makeDestination(to: View<any EditorInput>()).title == "firstsecond")
  }

  @Test func `a kept value stays as its route made it`() throws {
    let registry = try Registry {
      Route({ PlainDraft(text: "made") }) {
        Service<any Draft>()
        Singleton()
      } prepare: { draft, _ in
        draft.text += ", prepared"
      }
    }
    for _ in 0..<2 {
      #expect(
        try registry.makeDestination(to: Service<any Draft>()) { $0.text += ", changed" }.text
          == "made, prepared, changed")
    }
    #expect(try registry.makeDestination(to: Service<any Draft>()).text == "made, prepared")
  }

  @Test func `a caller can replace a value only with one of its type`() throws {
    struct OtherDraft: Draft { var text = "other" }
    let registry = try Registry {
      Route({ PlainDraft() }) {
        Service<any Draft>()
      } prepare: { draft, _ in
        draft.text += ", prepared"
      }
    }
    #expect(
      try registry.makeDestination(to: Service<any Draft>()) { $0 = PlainDraft(text: "mine") }.text
        == "mine, prepared")
    let problem = error { _ = try registry.makeDestination(to: Service<any Draft>()) { $0 = OtherDraft() } }
    #expect(problem?.code == .destinationMismatch)
  }

  @Test func `the caller prepares the wrapper, and the route its content`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any HeadingInput>.as { HeadingEditor($0) }
      } prepare: { editor, _ in
        editor.title += " by the route"
      }
    }
    let heading = try registry.makeDestination(to: View<any HeadingInput>()) { $0.heading = "set" }
    #expect(heading.heading == "set by the route")
  }

  @Test func `an object made elsewhere is prepared in the same order`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
      } prepare: { editor, _ in
        editor.title += ", by the route"
      }
      Route({ HeadingEditor(Editor()) }) { View<any HeadingInput>() }
    }
    let editor = Editor()
    let prepared = try registry.router(to: View<any EditorInput>())?.prepare(editor) {
      $0.title = "by the caller"
    }
    #expect(prepared === editor && editor.title == "by the caller, by the route")

    final class Stranger: EditorInput { var title = "" }
    let problem = error { try registry.router(to: View<any EditorInput>())?.prepare(Stranger()) }
    #expect(problem?.message == "a value of type Stranger was found where Editor is expected")
  }

  @Test func `a wrapper that the caller puts around an object made elsewhere is kept`() throws {
    let registry = try Registry {
      Route(TitledEditor.self) {
        View<any HeadingInput>.as { HeadingEditor($0) }
      } make: {
        TitledEditor()
      } prepare: { editor, _ in
        editor.title += ", by the route"
      }
    }
    let editor = TitledEditor()
    let prepared = try registry.router(to: View<any HeadingInput>())?.prepare(editor) {
      $0 = HeadingEditor(editor)
      $0.heading = "by the caller"
    }
    #expect(prepared is HeadingEditor && prepared?.heading == "by the caller, by the route")
  }
}
