// The code of README for SwiftUI, which ArticleTests compares with it.
import SwiftUI
import Waymark
import WaymarkSwiftUI

struct NotesScene: View {
  @State private var window = RouteWindow()  // the screens of one window
  var body: some View {
    RouteStack(window) { Button("New note") { newNote() } }.opensRoutes(in: window)  // and links
  }
  private func newNote() {
    do { try Registry.current.perform(to: .editor, path: .push(from: window)) } catch { print(error) }
  }
}

@MainActor protocol EditorInput: AnyObject {}
extension RoutableView<any EditorInput> { static var editor: Self { declared() } }
