// The code of the article "Writing clients and controlling the date and time" that needs SwiftUI. ArticleTests compares
// the two. The macro `#Preview` creates a value of the same arguments.
import Foundation
import SwiftUI
import Waymark
import WaymarkSwiftUI
import WaymarkSystem

struct DataClient: Sendable {
  var load: @Sendable (String) async throws -> [UInt8]
  var save: @Sendable ([UInt8], String) async throws -> Void
}
extension RoutableService<DataClient> {
  static var dataClient: Self { declared() }
}

@MainActor @Observable final class FileModel {
  let data: DataClient
  let now: Now
  var text = ""
  init(data: DataClient, now: Now) {
    self.data = data
    self.now = now
  }
}
extension RoutableView<FileModel> {
  static var file: Self { declared() }
}

struct FileScreen: View {
  @Bindable var model: FileModel
  var body: some View { Text(model.text) }
}

extension DataClient {
  static var empty: DataClient {
    DataClient(load: { _ in [] }, save: { _, _ in })
  }
}

struct FileModule: RouteModule {
  var routes: Routes {
    SystemModule()
    Route(FileModel.init(data:now:)) {
      View(.file)
      Shown { FileScreen(model: $0) }
    }
    When(.preview) {
      Route({ DataClient.empty }) { Service(.dataClient) }
    }
  }
}

@MainActor let preview = Preview("Two bytes") {
  RouteView(.file)
    .registry(profile: .preview) {
      FileModule()
    } overriding: {
      Overrides(.dataClient, \.load) { _ in [1, 2] }
      Overrides(.currentDate, with: .constant(.distantPast))
      Overrides(.continuousClock, with: ImmediateClock())
    }
}
