package import Waymark

/// The segues that a presenter performs for routes.
///
/// A segue may begin while another is performed.
@MainActor
package final class Segues<Controller: AnyObject> {
  private var current: PendingSegue<Controller>?

  package init() {}

  /// Performs a segue.
  ///
  /// The segue's source prepares the destination with `Registry.prepare(_:of:preparing:)`.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the segue.
  ///   - source: The controller that has the segue.
  ///   - adopt: Prepares a controller as the destination, from `AdoptingPresenter`.
  ///   - run: Makes the toolkit create the destination, have it prepared, and show it, before it returns.
  /// - Returns: The change with the view that was prepared, and the controller that the toolkit shows.
  /// - Throws: `segueNotPerformed` if the source hasn't prepared the destination, or the error of the preparation.
  package func perform(
    _ identifier: String, from source: Controller,
    adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
    _ run: () -> Void
  ) throws(RouteError) -> (transition: RouteTransition, controller: Controller) {
    let pending = PendingSegue(source, identifier, adopt)
    let outer = current
    current = pending
    run()
    current = outer
    guard let result = pending.result else { throw .segueNotPrepared(identifier, source) }
    return try result.get()
  }

  /// Returns the current segue if it has an identifier and a source, and its destination isn't prepared yet.
  package func pending(_ identifier: String?, from source: Any) -> PendingSegue<Controller>? {
    guard let current, current.result == nil, current.source === source as AnyObject,
      current.identifier == identifier
    else { return nil }
    return current
  }
}

/// A segue of a toolkit's storyboard that a presenter performs, from its start until its destination is prepared.
///
/// The toolkits differ only in their classes.
@MainActor
package final class PendingSegue<Controller: AnyObject> {
  fileprivate typealias Adopt = @MainActor (Any) throws(RouteError) -> RouteTransition

  fileprivate let source: Controller
  fileprivate let identifier: String
  private let adopt: Adopt
  /// The change with the prepared view and the controller that the toolkit shows, or the error of the preparation.
  fileprivate private(set) var result:
    Result<(transition: RouteTransition, controller: Controller), RouteError>?

  /// Creates a segue that is about to be performed.
  ///
  /// - Parameters:
  ///   - source: The controller that has the segue.
  ///   - identifier: The identifier of the segue.
  ///   - adopt: Prepares a controller as the destination, from ``AdoptingPresenter``.
  fileprivate init(_ source: Controller, _ identifier: String, _ adopt: @escaping Adopt) {
    self.source = source
    self.identifier = identifier
    self.adopt = adopt
  }

  /// Prepares the first controller that has the requested interface.
  ///
  /// - Parameter controllers: The destination, which the toolkit shows, and all that it contains.
  /// - Returns: The prepared controller, or nil if there are no controllers.
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
  /// Prepares the controllers of a segue's destination.
  ///
  /// - Parameters:
  ///   - controllers: The destination, and all that it contains.
  ///   - pending: The segue, if a presenter performs it.
  ///   - preparing: Prepares the first controller that has an interface, before its route does.
  @MainActor
  package func prepare<Controller: AnyObject, Requested>(
    _ controllers: [Controller], of pending: PendingSegue<Controller>?,
    preparing: (Requested) throws -> Void
  ) throws(RouteError) {
    let own = controllers.first { $0 is Requested }
    if let own, let requested = own as? Requested {
      do {
        try preparing(requested)
      } catch {
        throw reporting(
          error as? RouteError
            ?? RouteError(
              .preparationFailed, "the preparation of \(type(of: own)) failed: \(error)", underlying: error))
      }
    }
    let adopted = try pending?.prepare(controllers)
    for controller in controllers where controller !== adopted {
      if canPrepare(controller) || controller === own { try prepare(controller) }
    }
  }
}
