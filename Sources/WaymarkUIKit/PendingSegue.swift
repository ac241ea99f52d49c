#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import Waymark

  /// A segue that the presenter performs, from its start until its destination is prepared.
  @MainActor
  final class PendingSegue {
    typealias Adopt = @MainActor (Any) throws(RouteError) -> RouteTransition

    private let source: UIViewController
    private let identifier: String
    private let adopt: Adopt
    /// The change with the view that was prepared, and the controller that UIKit shows; or why it wasn't prepared.
    private(set) var result: Result<(transition: RouteTransition, controller: UIViewController), RouteError>?

    init(_ source: UIViewController, _ identifier: String, _ adopt: @escaping Adopt) {
      self.source = source
      self.identifier = identifier
      self.adopt = adopt
    }

    /// Returns whether a segue is this one, and its destination isn't prepared yet.
    func waits(for segue: UIStoryboardSegue) -> Bool {
      result == nil && segue.source === source && segue.identifier == identifier
    }

    /// Prepares the first of some controllers that is what was requested.
    ///
    /// - Returns: That controller.
    func prepare(_ controllers: [UIViewController], of segue: UIStoryboardSegue) throws(RouteError)
      -> UIViewController?
    {
      for controller in controllers {
        do throws(RouteError) {
          result = .success((try adopt(controller), segue.destination))
          return controller
        } catch {
          result = .failure(error)
          if error.code != .destinationMismatch || controller === controllers.last { throw error }
        }
      }
      return nil
    }
  }
#endif
