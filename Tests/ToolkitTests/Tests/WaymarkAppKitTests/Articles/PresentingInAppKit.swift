// The code of Documentation.docc/PresentingInAppKit.md, which ArticleTests compares. It can only be compiled here.
// swift-format-ignore-file
import AppKit
import Waymark
import WaymarkAppKit

@MainActor protocol InfoInput: AnyObject {
  var name: String { get set }
}

extension RoutableView<any (NSViewController & InfoInput)> {
  static var info: Self { declared() }
}

final class InfoController: NSViewController, InfoInput {
  var name = ""
}

struct InfoModule: RouteModule {
  var routes: Routes {
    Route(InfoController.self) { View(.info) } make: {
      InfoController()
    }
  }
}

final class BrowserController: NSViewController {
  func showInfo() throws {
    try Registry.current.perform(
      to: .info, path: .sheet(from: self)
    ) {
      $0.prepareDestination = { $0.name = "Note" }
    }
  }

  func openInfo() throws {
    try Registry.current.perform(
      to: .info, path: .window(from: self) { $0.title = "Info" })
  }
}
