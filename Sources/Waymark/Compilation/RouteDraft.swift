/// A declared route, before compilation: a class, because rules and registries pass it around.
final class RouteDraft: Sendable {
  let location: DeclarationLocation
  /// The module in which it was declared; nil where it stands in the registry's own block.
  let module: Any.Type?
  let kind: DestinationKind
  let destination: Any.Type
  let configuration: ConfigurationRecipe?
  let parameters: [ParameterDraft]
  /// Whether a closure may ask the registry for anything, so that the declaration does not say what.
  let isOpen: Bool

  let identifiers: [String]
  let isExclusive: Bool
  let lifetimes: [Lifetime]
  let requirements: [TokenDescription]
  let accepted: [Accepts]
  let isEntryPoint: Bool
  let provisions: [ProvisionDraft]
  let moduleProvisions: [ModuleProvision]
  let showing: ShowingDraft
  let patterns: [PatternDraft]
  /// The patterns that cannot be read.
  let malformedPatterns: [MalformedPattern]

  /// Makes the destination itself, whatever it is provided as.
  let production: @Sendable (RouteRecord) -> AnyProduction

  /// All that the route provides, in the order of declaration within each group.
  let tokens: [TokenDescription]

  var lifetime: Lifetime { lifetimes.first ?? .transient }

  init(
    location: DeclarationLocation, module: Any.Type?, kind: DestinationKind, destination: Any.Type,
    configuration: ConfigurationRecipe?, parameters: [ParameterDraft], isOpen: Bool, identifiers: [String],
    isExclusive: Bool, lifetimes: [Lifetime], requirements: [TokenDescription], accepted: [Accepts],
    isEntryPoint: Bool, provisions: [ProvisionDraft], moduleProvisions: [ModuleProvision],
    showing: ShowingDraft, patterns: [PatternDraft], malformedPatterns: [MalformedPattern],
    production: @escaping @Sendable (RouteRecord) -> AnyProduction
  ) {
    self.location = location
    self.module = module
    self.kind = kind
    self.destination = destination
    self.configuration = configuration
    self.parameters = parameters
    self.isOpen = isOpen
    self.identifiers = identifiers
    self.isExclusive = isExclusive
    self.lifetimes = lifetimes
    self.requirements = requirements
    self.accepted = accepted
    self.isEntryPoint = isEntryPoint
    self.provisions = provisions
    self.moduleProvisions = moduleProvisions
    self.showing = showing
    self.patterns = patterns
    self.malformedPatterns = malformedPatterns
    self.production = production
    tokens = provisions.map(\.token) + moduleProvisions.map(\.token)
  }

  /// The same route, as a module declares it; one that a module in it has declared stays that module's.
  func declared(in module: Any.Type) -> RouteDraft {
    guard self.module == nil else { return self }
    return RouteDraft(
      location: location, module: module, kind: kind, destination: destination,
      configuration: configuration, parameters: parameters, isOpen: isOpen, identifiers: identifiers,
      isExclusive: isExclusive, lifetimes: lifetimes, requirements: requirements, accepted: accepted,
      isEntryPoint: isEntryPoint, provisions: provisions, moduleProvisions: moduleProvisions,
      showing: showing, patterns: patterns, malformedPatterns: malformedPatterns, production: production)
  }
}

extension Route {
  init<Destination, Contents>(
    _ kind: DestinationKind, _ entries: RouteEntries<Destination, Contents>, _ recipe: Recipe<Destination>,
    _ location: DeclarationLocation, parameters: [ParameterDraft] = [], isOpen: Bool = false
  ) {
    var identifiers: [String] = []
    var isExclusive = false
    var lifetimes: [Lifetime] = []
    var requirements: [TokenDescription] = []
    var accepted: [Accepts] = []
    var isEntryPoint = false
    var provisions: [Provision] = []
    var moduleProvisions: [ModuleProvision] = []
    var showing = ShowingDraft()
    var patterns: [PatternDraft] = []
    var malformedPatterns: [MalformedPattern] = []
    var recipe = recipe
    for entry in entries.entries {
      switch entry {
      case .provides(let provision): provisions.append(provision)
      case .configured(let provision): moduleProvisions.append(provision)
      case .identifier(let name): identifiers.append(name)
      case .exclusive: isExclusive = true
      case .requires(let tokens): requirements += tokens
      case .accepts(let entry): accepted.append(entry)
      case .entryPoint: isEntryPoint = true
      case .supports(let kinds): showing.kinds = (showing.kinds ?? []) + kinds
      case .observes(let observer): showing.observers.append(observer)
      case .intercepts(let interceptor): showing.interceptors.append(interceptor)
      case .url(let pattern):
        do throws(MalformedPattern) {
          patterns.append(try pattern.draft())
        } catch {
          malformedPatterns.append(error)
        }
      case .lifetime(let lifetime, let instance):
        lifetimes.append(lifetime)
        recipe.sharedInstance = instance
      }
    }
    let lifetime = lifetimes.first ?? .transient
    let finished = recipe
    self.init(
      RouteDraft(
        location: location, module: nil, kind: kind, destination: Destination.self,
        configuration: recipe.configuration, parameters: parameters,
        isOpen: isOpen || recipe.isPrepared || parameters.contains(where: \.isOpen), identifiers: identifiers,
        isExclusive: isExclusive,
        lifetimes: lifetimes, requirements: requirements, accepted: accepted, isEntryPoint: isEntryPoint,
        provisions: provisions.map { $0.draft(finished, lifetime) },
        moduleProvisions: moduleProvisions, showing: showing, patterns: patterns,
        malformedPatterns: malformedPatterns,
        production: { Production<Destination, Destination>.whole(finished, lifetime, route: $0) }))
  }
}
