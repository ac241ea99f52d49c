/// Data that's computed from declarations or a registry when it's first needed.
class LazyPart: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties; each subclass has only `let`s of `Sendable`
  // types, which the compiler doesn't check for a class that isn't final.
}
