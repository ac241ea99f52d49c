import WaymarkRuntime

/// Suggestions for a missing token, for messages of rules and of requests.
struct Suggestions {
  /// The tokens that provide the type in another role, or as an optional.
  let roles: [Diagnostic.Near]
  /// A route with a destination that conforms.
  let fitting: RouteDeclaration?
  /// The names of modules outside of the registry that provide the token.
  let modules: [String]
  /// The names of modules outside of the registry that perhaps provide the token, but can't be read without values.
  let unread: [String]
  /// The question about a similar token to append to a remedy, unless something provides the type itself.
  let question: String

  /// Searches an image and the modules of the program.
  ///
  /// - Parameters:
  ///   - token: The missing token.
  ///   - image: The image that lacks it.
  ///   - modules: The names of modules outside of the image that provide it, if they're known.
  init(near token: TokenDescription, in image: RegistryImage, modules: [String]? = nil) {
    func optional<Wrapped>(_: Wrapped.Type) -> Any.Type { Wrapped?.self }
    roles = image.provided(token.type) + image.provided(_openExistential(token.type, do: optional))
    // A search of all declarations asks about many types that don't conform.
    let index = ConformanceIndex.program
    fitting = image.routes.lazy.map(\.declaration).first { declaration in
      let type = token.role.isModule ? declaration.configuration?.type : declaration.destination
      guard declaration.kind == token.role.kind, let type else { return false }
      return Conformance.check(type, as: token.type, using: index, asksRuntime: false) == .conforms
    }
    let modules = modules ?? image.modules(providing: token)
    self.modules = modules
    let isUnknown = modules.isEmpty && roles.isEmpty
    unread = isUnknown ? image.modulesWithValues(near: token) : []
    question = isUnknown ? Self.question(about: token, in: image.allTokens) : ""
  }

  /// Returns a question about a similar token, or says that a token with the same text is another one.
  private static func question(about token: TokenDescription, in known: [TokenDescription]) -> String {
    let same = known.first {
      $0.role == token.role && $0.name == token.name && $0.description == token.description
    }
    guard let same else { return Diagnostic.didYouMean(NearMiss.of(token, among: known)) }
    let types = (QualifiedName.of(same.type), QualifiedName.of(token.type))
    return " (\(same) is a name of \(types.0), and not of \(types.1))"
  }

  /// Returns a token to request in place of the missing one, or nil.
  ///
  /// Two names of a string or of another standard type mean different values, unless they're similar.
  func requested(for token: TokenDescription) -> TokenDescription? {
    guard token.isNamed, StandardType.contains(token.type) else { return roles.first?.token }
    return roles.first { near in
      guard let name = near.token.name.text else { return true }
      return NearMiss.of(token.name.text ?? "", among: [name]) != nil
    }?.token
  }

  /// Returns names of modules as a list, without the rest of a long one.
  static func list(_ names: [String]) -> String {
    guard names.count > 4 else { return names.joined(separator: ", ") }
    return "\(names.prefix(3).joined(separator: ", ")), or \(names.count - 3) others"
  }

  /// Returns the beginning of a relative clause about any of some modules: `ClockModule, which`.
  static func which(_ modules: [String]) -> String {
    modules.count == 1 ? "\(modules[0]), which" : "one of \(list(modules)), each of which"
  }
}
