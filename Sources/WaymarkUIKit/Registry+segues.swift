#if canImport(UIKit)
  public import UIKit
  public import Waymark

  extension Registry {
    /// Prepares the view controllers of a segue's destination as if their routes had made them.
    ///
    /// Call it in `prepare(for:sender:)` of a view controller of a storyboard. It's about the destination and the
    /// controllers inside of it, if a route makes their classes.
    ///
    /// - Parameters:
    ///   - segue: The segue, performed along `.segue` or started by the user.
    ///   - sender: The object that started the segue.
    /// - Throws: What a preparation threw, or `ambiguousRoute`.
    @MainActor
    public func prepare(for segue: UIStoryboardSegue, sender: Any?) throws(RouteError) {
      try prepareDestination(of: segue) { (_: Never) in }
    }

    /// Prepares the view controllers of a segue's destination, the one of an interface also by the caller.
    ///
    /// - Parameters:
    ///   - segue: The segue, performed along `.segue` or started by the user.
    ///   - sender: The object that started the segue.
    ///   - preparing: Prepares the controller before its route does. It isn't called if the destination and the
    ///     controllers inside of it don't have the interface.
    /// - Throws: What a preparation threw, `unregistered` if no route makes the controller that has the interface, or
    ///   `ambiguousRoute`.
    @MainActor
    public func prepare<Requested>(
      for segue: UIStoryboardSegue, sender: Any?, preparing: (Requested) throws -> Void
    ) throws(RouteError) {
      try prepareDestination(of: segue, preparing)
    }

    @MainActor
    private func prepareDestination<Requested>(
      of segue: UIStoryboardSegue, _ preparing: (Requested) throws -> Void
    ) throws(RouteError) {
      let pending = UIKitPresenter.shared.segue.flatMap {
        $0.waits(for: segue.identifier, from: segue.source) ? $0 : nil
      }
      try prepare(segue.destination.withDescendants, of: pending, preparing: preparing)
    }
  }

  extension Router {
    /// Prepares the view controllers of a segue's destination as if routes of the current registry had made them.
    ///
    /// - Parameters:
    ///   - segue: The segue, performed along `.segue` or started by the user.
    ///   - sender: The object that started the segue.
    /// - Throws: What a preparation threw, or `ambiguousRoute`.
    @MainActor
    public static func prepare(for segue: UIStoryboardSegue, sender: Any?) throws(RouteError) {
      try Registry.current.prepare(for: segue, sender: sender)
    }

    /// Prepares the view controllers of a segue's destination, the one of an interface also by the caller.
    ///
    /// - Parameters:
    ///   - segue: The segue, performed along `.segue` or started by the user.
    ///   - sender: The object that started the segue.
    ///   - preparing: Prepares the controller before its route does. It isn't called if the destination and the
    ///     controllers inside of it don't have the interface.
    /// - Throws: What a preparation threw, `unregistered` if no route makes the controller that has the interface, or
    ///   `ambiguousRoute`.
    @MainActor
    public static func prepare<Requested>(
      for segue: UIStoryboardSegue, sender: Any?, preparing: (Requested) throws -> Void
    ) throws(RouteError) {
      try Registry.current.prepare(for: segue, sender: sender, preparing: preparing)
    }
  }

  extension UIViewController {
    /// The controller and all that it contains.
    fileprivate var withDescendants: [UIViewController] { [self] + children.flatMap(\.withDescendants) }
  }
#endif
