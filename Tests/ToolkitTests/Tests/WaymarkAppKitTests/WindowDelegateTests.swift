import AppKit
import Testing
import Waymark
import WaymarkAppKit

/// A delegate with an action method and one for a notification, which isn't a responder.
private final class ActionDelegate: NSObject, NSWindowDelegate, ModelledActions {
  var actions: [Selector] = []
  override func responds(to selector: Selector!) -> Bool { ["save:", "windowDidResize:"].contains(selector) }
  func modelledPerform(_ action: Selector, with object: Any?) -> Bool {
    if action == "save:" { actions.append(action) }
    return action == "save:"
  }
}

/// A responder with an action method.
private final class Document: NSResponder, ModelledActions {
  let actions = ActionDelegate()
  func modelledPerform(_ action: Selector, with object: Any?) -> Bool {
    actions.modelledPerform(action, with: object)
  }
}

/// A delegate that is a responder with a next one.
private final class ResponderDelegate: NSResponder, NSWindowDelegate {
  let document = Document()
  override var nextResponder: NSResponder? { document }
  override func responds(to selector: Selector!) -> Bool { selector == "tryToPerform:with:" }
}

extension AppKitTests {
  /// The window's delegate follows the window in the responder chain.
  @Suite("Actions for the delegate of a guarded window") @MainActor struct WindowDelegateTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    private func open(with delegate: any NSWindowDelegate) throws -> NSView {
      let guarded = try screen.show(
        .guarded, .window(from: screen.main) { [weak delegate] in $0.delegate = delegate }
      ).view
      #expect(guarded.view.window?.delegate !== delegate)
      return guarded.view
    }

    @Test func `an action reaches the delegate, or the responders behind it`() throws {
      let (delegate, responder) = (ActionDelegate(), ResponderDelegate())
      for (delegate, receiver) in [(delegate, delegate), (responder, responder.document.actions)]
        as [(any NSWindowDelegate, ActionDelegate)]
      {
        let view = try open(with: delegate)
        #expect(view.tryToPerform("save:", with: nil))
        #expect(receiver.actions == ["save:"])
        #expect(!view.tryToPerform("print:", with: nil))
      }
    }

    @Test func `a delegate set later stays`() async throws {
      let window = try #require(try open(with: ActionDelegate()).window)
      let later = ActionDelegate()
      window.delegate = later
      window.close()
      await settle()
      #expect(window.delegate === later)
    }

    @Test func `a delegate receives notifications after its owner has released it`() async throws {
      var delegate: ActionDelegate? = ActionDelegate()
      weak let weakDelegate = delegate
      let view = try open(with: try #require(delegate))
      let window = try #require(view.window)
      delegate = nil
      #expect(window.modelUserResizes(Notification(name: Notification.Name("resize"))))
      #expect(weakDelegate != nil)
      window.close()
      await settle()
      #expect(weakDelegate == nil)
      #expect(window.delegate == nil)
    }
  }
}
