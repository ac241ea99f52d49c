#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark

  extension AppKitPresenter: AdoptingPresenter {
    func makesView(along kind: RoutePath.Kind) -> Bool { kind == .segue }

    func show(
      _ transition: RouteTransition,
      adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
      completion: @escaping Completion
    ) {
      do throws(RouteError) {
        guard case .segue(let source, let identifier, let sender) = try ShowingPlace(transition.path) else {
          throw .notShowable(transition.view, transition.path.kind)
        }
        let pending = PendingSegue(source, identifier, adopt)
        let outer = segue
        segue = pending
        // AppKit creates the destination, calls `prepare(for:sender:)`, and shows the destination before this returns.
        source.performSegue(withIdentifier: identifier, sender: sender)
        segue = outer
        guard let result = pending.result else { throw .segueNotPrepared(identifier, source) }
        let adopted = try result.get()
        let entry = ShownView(adopted.transition, adopted.controller)
        if entry.isInOwnWindow, let window = adopted.controller.loadedWindow {
          askBeforeClosing(window, entry)
        }
        begin(entry, completion)
        settle(entry)
      } catch {
        completion(error)
      }
    }
  }
#endif
