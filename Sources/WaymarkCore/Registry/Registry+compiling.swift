import WaymarkRuntime

extension Registry {
  /// The parts of a root, which the registries of its scopes share.
  struct Parts {
    let image: RegistryImage
    let properties: RegistryProperties
    let instances: InstanceSlots
    let attachments: Attachments?
    /// The base of an extension.
    let base: Registry?
  }

  /// Checks declarations with all rules and their modules' own rules, and returns the image and the findings.
  static func compile(
    _ linked: Linked, _ base: Registry?, name: String?
  ) throws(RegistryError) -> (image: RegistryImage, found: [Diagnostic]) {
    var found = try Checker.check(linked)
    let image = linked.image(with: linked.isIsolated ? linked.unimplementedRoutes : [])
    if !linked.modules.isEmpty {
      let checked = Registry(Parts(image, of: linked, base, found, name: name), purpose: .check)
      found += linked.modules.flatMap { $0.check(checked) }
      try Checker.stop(at: found, linked)
    }
    return (image, found)
  }
}

extension Registry.Parts {
  /// Checks declarations in all variants of the application.
  init(compiling linked: Linked, base: Registry?, name: String?) throws(RegistryError) {
    let others = OtherVariants(of: linked, extending: base, name: name)
    let (image, alone): (RegistryImage, [Diagnostic])
    do throws(RegistryError) {
      (image, alone) = try Registry.compile(linked, base, name: name)
    } catch {
      throw Checker.error(others.adding(to: error.diagnostics, of: linked), linked)
    }
    let found = others.adding(to: alone, of: linked)
    try Checker.stop(at: found, linked)
    self.init(image, of: linked, base, found, name: name, others.registries)
  }

  init(
    _ image: RegistryImage, of linked: Linked, _ base: Registry?, _ found: [Diagnostic], name: String?,
    _ variants: [RegistryProperties.Variant] = []
  ) {
    let shared = linked.mode == .extending ? base : nil
    let properties = RegistryProperties.adding(
      found, of: linked, name: name, variants, to: base?.properties)
    self.init(image, properties, extending: shared, shared?.makingRecorder)
  }

  /// Creates parts with the instances of a base, if any, or with slots that can be emptied if a recorder needs that.
  init(
    _ image: RegistryImage, _ properties: RegistryProperties, extending base: Registry? = nil,
    _ recorder: RegistryRecorder? = nil
  ) {
    self.init(
      image: image, properties: properties,
      instances: Self.slots(for: image, extending: base, canBeEmptied: recorder != nil),
      attachments: .of(image, properties, extending: base, recorder), base: base)
  }

  /// Returns the slots of a root, with the root as a user.
  private static func slots(
    for image: RegistryImage, extending base: Registry?, canBeEmptied: Bool
  ) -> InstanceSlots {
    // An extension that keeps nothing itself needs no slots of its own.
    if let base, base.image.instanceSlotCount == image.instanceSlotCount, base.instances.enter() {
      return base.instances
    }
    let slots = InstanceSlots(count: image.instanceSlotCount, canBeEmptied: canBeEmptied)
    // An extension of a released registry is also released.
    if let base, !base.instances.enter() { _ = slots.leave() }
    return slots
  }
}
