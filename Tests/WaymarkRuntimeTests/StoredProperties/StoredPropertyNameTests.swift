import Testing

@testable import WaymarkRuntime

private struct Inner {
  var number = 1
  var name = "a"
}
private struct Wide { var words = (0, 0, 0) }
private enum Only: String { case one }

private struct Outer {
  var flag = true
  var inner = Inner()
  var only = Only.one
  var wide = Wide()
  var optional: Int?
  var computed: Int {
    get { 1 }
    set {}
  }
  var observed = 1 { didSet {} }
}

private struct Generic<Value> {
  var first: [Value]
  var second: Value
}

private final class Object { var stored = 1 }

@MainActor private struct Isolated {
  var text = ""
  var count = 0
}

@Suite("Names of stored properties by key path")
struct StoredPropertyNameTests {
  /// `inner` and `inner.number` have the same offset.
  @Test func `a property is found by its offset and the type of its value`() {
    #expect(StoredPropertyName.of(\Outer.flag) == "flag")
    #expect(StoredPropertyName.of(\Outer.inner) == "inner")
    #expect(StoredPropertyName.of(\Outer.inner.number) == "number")
    #expect(StoredPropertyName.of(\Outer.inner.name) == "name")
    #expect(StoredPropertyName.of(\Outer.wide) == "wide")
    #expect(StoredPropertyName.of(\Outer.optional) == "optional")
    #expect(StoredPropertyName.of(\Outer.only) == "only")
    #expect(StoredPropertyName.of(\Generic<String>.first) == "first")
    #expect(StoredPropertyName.of(\Generic<String>.second) == "second")
    #expect(StoredPropertyName.of(\Generic<Inner>.second.name) == "name")
  }

  @Test func `the properties of one type are found in their order`() {
    #expect(StoredPropertyName.all(of: Int.self, in: Outer.self) == ["observed"])
    #expect(StoredPropertyName.all(of: String.self, in: Inner.self) == ["name"])
    #expect(StoredPropertyName.all(of: Int?.self, in: Outer.self) == ["optional"])
    #expect(StoredPropertyName.all(of: Inner.self, in: Generic<Inner>.self) == ["second"])
    #expect(StoredPropertyName.all(of: Int.self, in: Object.self) == ["stored"])
    #expect(
      StoredPropertyName.all(of: Int.self, in: Only.self) == []
        && StoredPropertyName.all(of: Int.self, in: Int.self) == [])
  }

  @Test func `a property that a struct doesn't store has no name`() {
    #expect(StoredPropertyName.of(\Outer.computed) == nil)
    #expect(StoredPropertyName.of(\Outer.observed) == nil)
    #expect(StoredPropertyName.of(\Object.stored) == nil)
    #expect(StoredPropertyName.of(\(first: Int, second: Int).second) == nil)
  }

  @Test func `any thread can read and change a stored property`() async throws {
    let path = try #require(StoredKeyPath(\Isolated.count))
    let values = await Task.detached {
      var isolated: Any = Isolated()
      let isWritten = path.write(7, &isolated)
      return isWritten ? path.read(isolated) { $0 } : nil
    }.value
    #expect(values == 7)
    #expect(StoredKeyPath(\Outer.computed) == nil && StoredKeyPath(\Object.stored) == nil)
  }

  @Test func `a stored property is read and changed without a cast of its root`() throws {
    let path = try #require(StoredKeyPath(\Outer.inner.name))
    var root: Any = Outer()
    let copy = root
    #expect(path.write("b", &root))
    #expect(path.read(root) { $0 } == "b")
    #expect(path.read(copy) { $0 } == "a")
    // A root that isn't stored as its type takes a cast.
    var optional = Optional(Outer()) as Any
    #expect(!path.write("b", &optional))
    #expect(path.read(optional) { $0 } == nil)
  }
}
