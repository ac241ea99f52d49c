// The code for Objective-C of Documentation.docc/PresentingInUIKit.md without `@objc`, which needs its runtime.
// swift-format-ignore-file
import UIKit
import Waymark
import WaymarkUIKit

@MainActor protocol MemoInput: AnyObject {
  var text: String { get set }
}

extension RoutableView<any (UIViewController & MemoInput)> {
  static var memo: Self { declared() }
}

final class MemoController: UIViewController, MemoInput {
  var text = ""
}

struct MemoModule: RouteModule {
  var routes: Routes {
    Route(MemoController.self) {
      View(.memo)
    } make: {
      MemoController()
    }
  }
}

@MainActor final class MemoScreens: NSObject {
  static func pushMemo(
    _ text: String, from controller: UIViewController
  ) throws {
    try Registry.current.perform(
      to: .memo, path: .push(from: controller)
    ) {
      $0.prepareDestination = { $0.text = text }
    }
  }

  static func prepare(
    for segue: UIStoryboardSegue, sender: Any?
  ) throws {
    try Registry.current.prepare(for: segue, sender: sender)
  }
}
