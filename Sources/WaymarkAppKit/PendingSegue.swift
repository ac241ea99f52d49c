#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark

  /// A segue that the presenter performs, from its start until its destination is prepared.
  @MainActor
  final class PendingSegue {
    typealias Adopt = @MainActor (Any) throws(RouteError) -> RouteTransition

    private let source: NSViewController
    private let identifier: String
    private let adopt: Adopt
    /// The change with the view that was prepared, and the controller that AppKit shows; or why it wasn't prepared.
    private(set) var result: Result<(transition: RouteTransition, controller: NSViewController), RouteError>?

    init(_ source: NSViewController, _ identifier: String, _ adopt: @escaping Adopt) {
      self.source = source
      self.identifier = identifier
      self.adopt = adopt
    }

    /// Returns whether a segue is this one, and its destination isn't prepared yet.
    func waits(for segue: NSStoryboardSegue) -> Bool {
      result == nil && segue.sourceController as? NSViewController === source
        && segue.identifier == identifier
    }

    /// Prepares the first of some controllers that is what was requested.
    ///
    /// - Returns: That controller.
    func prepare(_ controllers: [NSViewController], of segue: NSStoryboardSegue) throws(RouteError)
      -> NSViewController?
    {
      for controller in controllers {
        do throws(RouteError) {
          result = .success(
            (try adopt(controller), segue.destinationController as? NSViewController ?? controller))
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
