import WaymarkRuntime

/// A declared adapter, before compilation.
final class AdapterDraft: Sendable {
  let location: DeclarationLocation
  /// The module in which it was declared; nil where it stands in the registry's own block.
  let module: Any.Type?
  /// What users ask for.
  let required: TokenDescription
  /// What a route, or another adapter, provides.
  let provided: TokenDescription
  /// Whether the destination or configuration itself is handed out, so that its conformance is checked.
  let isPlain: Bool
  /// Makes the provider of what is required of the provider of what is provided.
  let provider: @Sendable (Provider, AdapterDraft, _ slot: Int?) -> Provider

  init(
    _ location: DeclarationLocation, module: Any.Type? = nil,
    required: TokenDescription, provided: TokenDescription, isPlain: Bool,
    provider: @escaping @Sendable (Provider, AdapterDraft, _ slot: Int?) -> Provider
  ) {
    self.location = location
    self.module = module
    self.required = required
    self.provided = provided
    self.isPlain = isPlain
    self.provider = provider
  }

  /// The same adapter, as a module declares it.
  func declared(in module: Any.Type) -> AdapterDraft {
    AdapterDraft(
      location, module: self.module ?? module, required: required, provided: provided, isPlain: isPlain,
      provider: provider)
  }

  /// An adapter between configurations.
  convenience init<Required>(
    _ location: DeclarationLocation, required: TokenDescription, provided: TokenDescription,
    module _: Required.Type
  ) {
    self.init(location, required: required, provided: provided, isPlain: true) { provider, adapter, _ in
      ModuleProvider(required, provider.route, adapter: adapter, as: Required.self)
    }
  }

  /// An adapter between destinations.
  convenience init<Required, Provided>(
    _ location: DeclarationLocation, required: TokenDescription, provided: TokenDescription,
    _ conversion: Conversion<Provided, Required>
  ) {
    self.init(
      location, required: required, provided: provided, isPlain: conversion.isPlain
    ) { provider, adapter, slot in
      let adaptation = Adaptation(
        provided: provider.destination(as: Provided.self), conversion: conversion, slot: slot)
      return DestinationProvider<Required>(
        required, provider.route, adapter: adapter, slot: slot, make: adaptation.make,
        prepare: adaptation.prepare)
    }
  }
}
