package import WaymarkCore

/// A storyboard segue that a presenter performs, until its destination is prepared, with any toolkit's controllers.
@MainActor
package final class PendingSegue<Controller: AnyObject> {
  package typealias Adopt = @MainActor (Any) throws(RouteError) -> RouteTransition

  private let source: Controller
  private let identifier: String
  private let adopt: Adopt
  /// The prepared transition and the controller that the toolkit shows, or the error of the preparation.
  package private(set) var result: Result<(transition: RouteTransition, controller: Controller), RouteError>?

  /// Creates the record of a controller's segue, with the `adopt` closure from ``AdoptingPresenter``.
  package init(_ source: Controller, _ identifier: String, _ adopt: @escaping Adopt) {
    self.source = source
    self.identifier = identifier
    self.adopt = adopt
  }

  /// Returns whether a segue is this one, with an unprepared destination.
  package func waits(for identifier: String?, from source: Any) -> Bool {
    result == nil && source as AnyObject === self.source && identifier == self.identifier
  }

  /// Prepares the first controller that is the requested destination, and returns it.
  fileprivate func prepare(_ controllers: [Controller]) throws(RouteError) -> Controller? {
    for controller in controllers {
      do throws(RouteError) {
        result = .success((try adopt(controller), controllers[0]))
        return controller
      } catch {
        result = .failure(error)
        if error.code != .destinationMismatch || controller === controllers.last { throw error }
      }
    }
    return nil
  }
}

extension Registry {
  /// Prepares a segue's destination and the controllers inside of it, first with `preparing` if one has its interface.
  @MainActor
  package func prepare<Controller: AnyObject, Requested>(
    _ controllers: [Controller], of pending: PendingSegue<Controller>?,
    preparing: (Requested) throws -> Void
  ) throws(RouteError) {
    var own: Controller?
    if let index = controllers.firstIndex(where: { $0 is Requested }),
      let requested = controllers[index] as? Requested
    {
      own = controllers[index]
      do {
        try preparing(requested)
      } catch {
        throw reporting(
          error as? RouteError
            ?? RouteError(
              .preparationFailed, "the preparation of \(type(of: controllers[index])) failed: \(error)",
              underlying: error))
      }
    }
    let adopted = try pending?.prepare(controllers)
    for controller in controllers where controller !== adopted {
      if canPrepare(controller) || controller === own { try prepare(controller) }
    }
  }
}

/// An existing destination, retained until its first presentation.
@MainActor
final class GivenDestination<Requested> {
  private var held = HeldDestination<Requested>()

  init(_ destination: Requested) { held.hold(destination) }

  /// Returns the destination, and holds an object weakly from now on.
  func take() -> Requested? {
    defer { held.loosen() }
    return held.current
  }
}
