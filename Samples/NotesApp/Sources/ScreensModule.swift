import NotesInterfaces
import SwiftUI
import Waymark
import WaymarkSwiftUI

/// The screens of the application.
struct ScreensModule: RouteModule {
  var routes: Routes {
    Route(NoteOverviewModel.init(storage:)) {
      View(.noteOverview)
      Shown { NoteOverview(model: $0) }
    }
    Route(NoteDetailModel.self, configuration: { nil as Note.ID? }) {
      View(.noteDetail)
      ViewModule(.noteDetailID)
      Shown { NoteDetail(model: $0) }
      URLPattern("notes://notes/:id")
      Leaves { $0.isChanged ? .stay : .proceed }
    } make: { id, routes in
      try NoteDetailModel(id: id, storage: routes(Service<any NoteStorage>()))
    } open: { parameters, id in
      id = try parameters.value("id") as Note.ID
    }
    Route(About.init) {
      View(.about)
      URLPattern("notes://about")
    }
    #if canImport(UIKit)
      StatisticsModule()
    #endif
  }
}

extension RoutableView<NoteOverviewModel> {
  /// The list of all notes.
  static var noteOverview: Self { declared() }
}
extension RoutableView<NoteDetailModel> {
  /// One note.
  static var noteDetail: Self { declared() }
}
extension RoutableViewModule<Note.ID?> {
  /// The number of the shown note, or nil for a new one.
  static var noteDetailID: Self { declared() }
}
extension RoutableView<About> {
  /// A description of the application.
  static var about: Self { declared() }
}

/// A description of the application.
struct About: View {
  var body: some View {
    Text("Notes, a sample of Waymark")
    #if canImport(UIKit)
      Statistics()
    #endif
  }
}
