#if canImport(UIKit) && !os(watchOS)
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
      try prepare(segue) { _ in false }
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
      var isPrepared = false
      try prepare(segue) { controller in
        guard !isPrepared, let requested = controller as? Requested else { return false }
        isPrepared = true
        try preparing(requested)
        return true
      }
    }

    /// Prepares each controller.
    ///
    /// - Parameter preparing: Prepares a controller for the caller, and returns whether it's the caller's.
    @MainActor
    private func prepare(
      _ segue: UIStoryboardSegue, _ preparing: (UIViewController) throws -> Bool
    ) throws(RouteError) {
      let controllers = segue.destination.withDescendants
      var own: [UIViewController] = []
      for controller in controllers {
        do {
          if try preparing(controller) { own.append(controller) }
        } catch {
          throw error as? RouteError
            ?? RouteError(
              .preparationFailed, "the preparation of \(type(of: controller)) failed: \(error)",
              underlying: error)
        }
      }
      var adopted: UIViewController?
      if let pending = UIKitPresenter.shared.segue, pending.waits(for: segue) {
        adopted = try pending.prepare(controllers, of: segue)
      }
      for controller in controllers where controller !== adopted {
        if canPrepare(controller) || own.contains(controller) { try prepare(controller) }
      }
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
