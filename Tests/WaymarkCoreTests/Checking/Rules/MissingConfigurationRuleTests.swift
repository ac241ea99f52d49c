import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: a route with a module token has a configuration")
struct MissingConfigurationRuleTests: RouteVocabulary {
  @Test func `a configuration without a module token is accepted`() {
    let text = problems {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View<any EditorInput>()
      } make: { _, _ in
        Editor()
      }
    }
    #expect(text.isEmpty)
  }

  @Test func `a key without a configuration, or of another one, is an error`() {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Kept(by: \RoomSettings.number)
      }
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Kept(by: \String.count)
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(
      text.hasPrefix(
        """
        error: 2 problems in 3 routes
        line + 1: error: Route(MemoryStore) is Kept(by:) a property of RoomSettings but has no configuration [missing-configuration]
            To fix: declare it with configuration: RoomSettings.init
                or: remove Kept(by:)
        line + 5: error: Route(ChatRoom) is Kept(by:) a property of String but its configuration is RoomSettings [missing-configuration]
        """), "\(text)")
  }
}
