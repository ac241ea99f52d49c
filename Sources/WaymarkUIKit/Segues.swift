#if canImport(UIKit)
  public import UIKit
  public import Waymark
  import WaymarkToolkit

  @MainActor
  extension Registry {
    /// Prepares the view controllers of a segue's destination as if their routes had created them.
    ///
    /// Call it in `prepare(for:sender:)` of a storyboard's view controller. It prepares the destination and the
    /// controllers inside of it, as far as routes create their classes.
    ///
    /// - Parameters:
    ///   - segue: The segue, performed along `.segue` or started by the user.
    ///   - sender: The object that started the segue.
    /// - Throws: An error of a preparation, or `ambiguousRoute`.
    public func prepare(for segue: UIStoryboardSegue, sender: Any?) throws(RouteError) {
      try prepare(for: segue, sender: sender) { (_: Never) in }
    }

    /// Prepares the view controllers of a segue's destination, and lets the caller prepare the one with an interface.
    ///
    /// - Parameters:
    ///   - segue: The segue, performed along `.segue` or started by the user.
    ///   - sender: The object that started the segue.
    ///   - preparing: Prepares the first controller with the interface, if any, before its route does.
    /// - Throws: An error of a preparation, `unregistered` if no route creates that controller, or `ambiguousRoute`.
    public func prepare<Requested>(
      for segue: UIStoryboardSegue, sender: Any?, preparing: (Requested) throws -> Void
    ) throws(RouteError) {
      let pending = UIKitPresenter.segues.pending(segue.identifier, from: segue.source)
      try prepare(segue.destination.withDescendants, of: pending, preparing: preparing)
    }
  }

  @MainActor
  extension Router {
    /// Prepares the view controllers of a segue's destination as if routes of the current registry had created them.
    ///
    /// - Parameters:
    ///   - segue: The segue, performed along `.segue` or started by the user.
    ///   - sender: The object that started the segue.
    /// - Throws: An error of a preparation, or `ambiguousRoute`.
    public static func prepare(for segue: UIStoryboardSegue, sender: Any?) throws(RouteError) {
      try Registry.current.prepare(for: segue, sender: sender)
    }

    /// Prepares the view controllers of a segue's destination, and lets the caller prepare the one with an interface.
    ///
    /// - Parameters:
    ///   - segue: The segue, performed along `.segue` or started by the user.
    ///   - sender: The object that started the segue.
    ///   - preparing: Prepares the first controller with the interface, if any, before its route does.
    /// - Throws: An error of a preparation, `unregistered` if no route creates that controller, or `ambiguousRoute`.
    public static func prepare<Requested>(
      for segue: UIStoryboardSegue, sender: Any?, preparing: (Requested) throws -> Void
    ) throws(RouteError) {
      try Registry.current.prepare(for: segue, sender: sender, preparing: preparing)
    }
  }

  extension UIKitPresenter: AdoptingPresenter {
    func makesView(along kind: RoutePath.Kind) -> Bool { kind == .segue }

    func show(
      _ transition: RouteTransition,
      adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
      completion: @escaping Completion
    ) {
      do throws(RouteError) {
        guard case .segue(let source, let identifier, let sender) = try ShowingPlace(transition.path) else {
          throw .notShowable(transition)
        }
        let adopted = try Self.segues.perform(identifier, from: source, adopting: adopt) {
          run(animated: transition.animated) {
            source.performSegue(withIdentifier: identifier, sender: sender)
          }
        }
        let entry = ShownView(adopted.transition, adopted.controller)
        shown.add(entry)
        try settle(entry, adopted.controller, from: source, completion)
      } catch {
        completion(error)
      }
    }
  }
#endif
