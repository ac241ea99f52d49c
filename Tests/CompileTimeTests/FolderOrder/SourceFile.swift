/// A source file: the types that it declares and the types that it names.
struct SourceFile {
  /// The path in the folder of the module: `Compilation/Rules/ExclusivityRule.swift`.
  let path: String
  /// The types at file scope that other files can name.
  private(set) var types: Set<String> = []
  /// The types at file scope that only this file can name, and the generic parameters of its functions.
  private(set) var fileNames: Set<String> = []
  /// The members that this file adds to types: nested types, generic parameters, and associated types.
  private(set) var members: [String: Set<String>] = [:]
  /// The types at file scope that this file declares or extends.
  private(set) var openedTypes: Set<String> = []
  /// The capitalized names that don't follow a dot, in order.
  private(set) var names: [Name] = []

  /// A name, which may be a type's.
  struct Name: Hashable {
    let text: String
    /// Whether the module's name precedes it: `Waymark.Route`.
    let isQualified: Bool
  }

  /// The first folder of the path.
  var folder: String { path.contains("/") ? String(path.prefix { $0 != "/" }) : "" }

  private var tokens: [SwiftToken]

  /// Creates the description of a source file.
  ///
  /// - Parameters:
  ///   - path: The path in the folder of the module.
  ///   - source: The source code.
  init(path: String, source: String) {
    self.path = path
    tokens = SwiftLexer.tokens(of: source)
    scan()
    tokens = []
  }

  /// The modules whose names may stand before a type's.
  private static let modules: Set = ["Waymark", "WaymarkCore", "WaymarkNavigation"]
  private static let typeKeywords: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  private static let modifiers: Set = [
    "public", "package", "internal", "private", "fileprivate", "open", "final", "indirect", "nonisolated",
    "distributed",
  ]

  private mutating func scan() {
    // The type at file scope that each open brace belongs to; empty for other braces.
    var enclosing: [String] = []
    var opening: String?
    for index in tokens.indices {
      switch tokens[index] {
      case .symbol("{"):
        enclosing.append(enclosing.first ?? opening ?? "")
        opening = nil
      case .symbol("}"): enclosing.removeLast(enclosing.isEmpty ? 0 : 1)
      case .symbol: break
      case .name(let name):
        collect(name, at: index)
        if let type = declaredType(at: index) {
          declare(type.name, at: index, in: enclosing.first)
          members[enclosing.first ?? type.name, default: []].formUnion(genericParameters(after: type.index))
          if enclosing.isEmpty, name != "typealias" { opening = type.name }
        } else if name == "extension", let type = self.name(at: index + 1), enclosing.isEmpty {
          opening = Self.modules.contains(type) ? self.name(at: index + 3) : type
          openedTypes.insert(opening ?? type)
        } else if name == "associatedtype", let type = self.name(at: index + 1), let outer = enclosing.first {
          members[outer, default: []].insert(type)
        } else if ["func", "init", "subscript"].contains(name) {
          fileNames.formUnion(genericParameters(after: name == "func" ? index + 1 : index))
        }
      }
    }
  }

  private func token(at index: Int) -> SwiftToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  private func name(at index: Int) -> String? {
    if case .name(let name) = token(at: index) { name } else { nil }
  }

  /// The type that a keyword declares, and the place of its name.
  private func declaredType(at index: Int) -> (name: String, index: Int)? {
    guard let keyword = name(at: index), Self.typeKeywords.contains(keyword), let type = name(at: index + 1)
    else { return nil }
    return (type, index + 1)
  }

  private mutating func declare(_ type: String, at index: Int, in outer: String?) {
    if let outer {
      if outer.isEmpty { fileNames.insert(type) } else { members[outer, default: []].insert(type) }
      return
    }
    var modifier = index - 1
    var isPrivate = false
    while let name = name(at: modifier), Self.modifiers.contains(name) {
      if ["private", "fileprivate"].contains(name) { isPrivate = true }
      modifier -= 1
    }
    if isPrivate { fileNames.insert(type) } else { types.insert(type) }
    openedTypes.insert(type)
  }

  /// The names in the angle brackets that follow a token, without the constraints.
  private func genericParameters(after index: Int) -> Set<String> {
    var next = index + 1
    while [.symbol("?"), .symbol("!")].contains(token(at: next)) { next += 1 }
    guard token(at: next) == .symbol("<") else { return [] }
    var (depth, isStart, names) = (0, false, Set<String>())
    while let token = token(at: next) {
      switch token {
      case .symbol("<"), .symbol("("), .symbol("["):
        depth += 1
        isStart = depth == 1
      case .symbol(">"), .symbol(")"), .symbol("]"):
        depth -= 1
        if depth == 0 { return names }
      case .symbol(","): isStart = depth == 1
      case .name("each"), .name("let"): break
      case .name(let name):
        if isStart { names.insert(name) }
        isStart = false
      case .symbol: isStart = false
      }
      next += 1
    }
    return names
  }

  private mutating func collect(_ name: String, at index: Int) {
    guard name.first?.isUppercase == true else { return }
    let followsDot = token(at: index - 1) == .symbol(".")
    let isQualified = followsDot && Self.modules.contains(self.name(at: index - 2) ?? "")
    guard isQualified || !followsDot else { return }
    if let keyword = self.name(at: index - 1),
      Self.typeKeywords.contains(keyword) || keyword == "associatedtype"
    {
      return
    }
    names.append(Name(text: name, isQualified: isQualified))
  }
}
