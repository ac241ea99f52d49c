import Testing

@testable import WaymarkRuntime

private protocol Headed { var title: String { get } }
private protocol Shown: AnyObject { var isShown: Bool { get } }
private protocol Plain {}
@MainActor private protocol OnMain { var number: Int { get } }

@MainActor
private final class Screen: @MainActor Headed, @MainActor Shown, @MainActor CustomStringConvertible,
  OnMain
{
  var title = "title"
  var isShown = true
  var number = 7
  var description: String { "screen" }
}
extension Screen: nonisolated Plain {}
@MainActor private struct Page: @MainActor Headed { var title = "page" }

@globalActor private actor OtherActor { static let shared = OtherActor() }
@OtherActor private final class Elsewhere: @OtherActor Headed, Plain { var title: String { "elsewhere" } }

@Suite("Converting values with isolated conformances", .serialized, .enabled(if: FastCalls.areUsed))
struct IsolatedConversionTests {
  private static let indexes: [ConformanceIndex?] = [nil, .program]

  @Test func `a main-actor conformance isn't used off the main actor`() {
    for index in Self.indexes {
      func exists(_ type: Any.Type, _ requested: Any.Type) -> Bool {
        ExistentialConversion(from: type, to: requested, using: index) != nil
      }
      #expect(!exists(Screen.self, (any Headed).self) && !exists(Screen.self, (any Headed & Plain).self))
      #expect(!exists(Screen.self, (any Shown).self) && !exists(Page.self, (any Headed).self))
      #expect(!exists(Screen.self, (any CustomStringConvertible).self))
      #expect(!exists(Elsewhere.self, (any Headed).self))
      // These aren't isolated, though the types are.
      #expect(exists(Screen.self, (any Plain).self) && exists(Screen.self, AnyObject.self))
      #expect(exists(Screen.self, (any OnMain).self) && exists(Elsewhere.self, (any Plain).self))
    }
  }

  @Test func `a conformance isolated to another actor isn't used`() {
    for index in Self.indexes {
      #expect(
        ExistentialConversion(
          from: Elsewhere.self, to: (any Headed).self, isOnMainActor: true, using: index) == nil)
    }
  }

  @MainActor
  @Test func `a main-actor conformance is used on the main actor`() {
    for index in Self.indexes {
      func convert<Value, Requested>(_ value: Value, to type: Requested.Type) -> Requested? {
        ExistentialConversion(from: Value.self, to: type, isOnMainActor: true, using: index)?
          .convert(value, to: type)
      }
      let screen = Screen()
      #expect(convert(screen, to: (any Headed).self)?.title == "title")
      #expect(convert(screen, to: (any Headed & Plain).self)?.title == "title")
      #expect(convert(screen, to: (any Shown).self)?.isShown == true)
      #expect(convert(screen, to: (any Headed & Shown).self)?.isShown == true)
      #expect(convert(screen, to: (any CustomStringConvertible).self)?.description == "screen")
      #expect(convert(screen, to: (any OnMain).self)?.number == 7)
      #expect(convert(Page(), to: (any Headed).self)?.title == "page")
    }
  }
}
