// AppKit's application has no such screen.
#if canImport(UIKit)
  import NotesInterfaces
  import SwiftUI
  import UIKit
  import Waymark
  import WaymarkSwiftUI

  /// A controller of UIKit, which says how many notes there are.
  final class StatisticsController: UIViewController {
    /// The notes, which its route sets.
    var storage: (any NoteStorage)?
    private let label = UILabel()

    override func viewDidLoad() {
      super.viewDidLoad()
      label.frame = view.bounds
      label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      label.textAlignment = .center
      view.addSubview(label)
    }

    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      do {
        label.text = try storage.map { "Notes: \(try $0.notes().count)" } ?? "The controller isn't prepared."
      } catch {
        label.text = "\(error)"
      }
    }
  }

  /// The controller as a part of another screen.
  ///
  /// Its route hasn't made it, so the registry prepares it. A storyboard's controller is prepared in the same way,
  /// after `instantiateInitialViewController()`, or by `Router.prepare(for:sender:)` in `prepare(for:sender:)`.
  struct Statistics: UIViewControllerRepresentable {
    @Environment(\.routeRegistry) private var registry

    func makeUIViewController(context: Context) -> StatisticsController {
      let controller = StatisticsController()
      do {
        return try registry.prepare(controller)
      } catch {
        return controller
      }
    }

    func updateUIViewController(_ controller: StatisticsController, context: Context) {}
  }

  /// The route of the controller.
  struct StatisticsModule: RouteModule {
    var routes: Routes {
      Route(StatisticsController.self) {
        View(.statistics)
        URLPattern("notes://statistics")
      } make: {
        StatisticsController()
      } prepare: { controller, routes in
        controller.storage = try routes(Service<any NoteStorage>())
      }
    }
  }

  extension RoutableView<StatisticsController> {
    /// The number of notes.
    static var statistics: Self { declared() }
  }
#endif
