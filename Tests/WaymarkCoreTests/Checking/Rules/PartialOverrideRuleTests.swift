import SharedFixtures
import Testing
import WaymarkCore

@MainActor
@Suite("Rule: an override of a view also replaces its configuration")
struct PartialOverrideRuleTests: RouteVocabulary {
  private nonisolated static let editor = View<Editor>(declaredProtocol: Editor.self)

  /// A route of an editor with a configuration.
  private nonisolated static func configured<Contents>(
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Editor> _ entries: () -> RouteEntries<Editor, Contents>
  ) -> Route where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    Route(
      Editor.self, configuration: EditorConfiguration.init, fileID: fileID, line: line, entries,
      make: { _, _ in Editor() })
  }

  @RoutesBuilder private nonisolated static var base: Routes {
    configured {
      View<any EditorInput>()
      editor
      ViewModule<any EditorModuleConfig>()
    }
  }

  private nonisolated static let cases = [
    RuleCase(
      "the configuration leads to the route, of which two tokens are replaced", "line + 10 partial-override",
      says: "line + 4: Route(Editor) provides both\n"
    ) {
      configured {
        View<any EditorInput>()
        editor
        ViewModule<any EditorModuleConfig>()
      }
    } overriding: {
      Route(Editor.self) {
        View<any EditorInput>()
        editor
      }
    },
    RuleCase(
      "an adapter replaces a view", "partial-override", says: "still leads to the replaced Route(Editor) [",
      "To fix: provide ViewModule<any EditorModuleConfig> too, in a route with configuration:",
      lacks: "    or: "
    ) {
      base
    } overriding: {
      Adapter(View<any EditorInput>(), for: editor) { $0 }
    },
    RuleCase("Overrides, which accepts nothing", "partial-override", lacks: "add Accepts(") {
      configured {
        View(.editor)
        ViewModule(.editorModule)
      }
    } overriding: {
      Overrides(.editor, with: Editor())
    },
    RuleCase("one of two configurations, and one of two interfaces without a configuration") {
      configured {
        ViewModule<any EditorModuleConfig>()
        ViewModule<any RequiredModuleConfig>()
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<MemoryStore>(declaredProtocol: MemoryStore.self)
      }
    } overriding: {
      configured { ViewModule<any EditorModuleConfig>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    },
    // The configuration never led to the adapter of the base.
    RuleCase("a token that an adapter provides") {
      configured {
        editor
        ViewModule<any EditorModuleConfig>()
      }
      Adapter(View<any EditorInput>(), for: editor) { $0 }
    } overriding: {
      Route(Editor.self) { View<any EditorInput>() }
    },
  ]

  @Test(arguments: cases)
  func `a configuration that leads to the replaced route is an error, and others are accepted`(row: RuleCase)
    throws
  {
    try row.check()
  }

  @Test func `an override of only a configuration is accepted, and a later override of its view`() throws {
    let override = try Registry { Self.base }.overriding {
      Self.configured { ViewModule<any EditorModuleConfig>() }
    }
    // The old route doesn't have the configuration anymore.
    let text = problemsOfDeriving(try override.overriding { Route(Editor.self) { View<any EditorInput>() } })
    #expect(text == "", "\(text)")
  }
}
