import Waymark

// The program's own types with names of Waymark's. In `routes`, these names mean the program's types, and Waymark's
// are written with their module.

/// A person who has a notebook.
public struct Profile: Sendable {
  /// The name of the person.
  public let name: String

  /// Creates the profile of a person.
  public init(name: String) { self.name = name }
}

/// The number of a notebook.
public struct Identifier: Sendable {
  /// The number.
  public let number: Int
}

/// The part that fits a pen to a notebook.
public struct Adapter: Sendable {
  /// The width of the part.
  public let width: Int
}

/// The label of a notebook that's lent.
public protocol LabelText: Sendable { var text: String { get } }

extension RoutableService<Profile> {
  /// The person to whom the notebook belongs.
  public static var owner: Self { declared() }
  /// The person who has the notebook.
  public static var borrower: Self { declared() }
}
extension RoutableService<Identifier> {
  /// The number of the notebook.
  public static var notebookNumber: Self { declared() }
}
extension RoutableService<Adapter> {
  /// The part that fits the pen.
  public static var penHolder: Self { declared() }
}
extension RoutableService<any LabelText> {
  /// The label of the notebook.
  public static var label: Self { declared() }
  /// The label as it's printed.
  public static var printedLabel: Self { declared() }
}

struct LendingLabel: LabelText {
  let text: String
  init(_ owner: Profile, _ borrower: Profile, _ number: Identifier, _ holder: Adapter) {
    text = "\(owner.name) to \(borrower.name), no. \(number.number), \(holder.width) mm"
  }
}
struct PrintedLabel: LabelText {
  let text: String
  init(_ label: any LabelText) { text = "[\(label.text)]" }
}

/// A notebook that's lent.
public struct LendingModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The routes.
  public var routes: Routes {
    Route(Profile.self) {
      Service(.owner)
    } make: {
      Profile(name: "Ann")
    }
    Route(Profile.self) {
      Service(.borrower)
    } make: {
      Profile(name: "Bob")
    }
    Route(Identifier.self) {
      Service(.notebookNumber)
    } make: {
      Identifier(number: 7)
    }
    Route(Adapter.self) {
      Service(.penHolder)
    } make: {
      Adapter(width: 9)
    }
    Route(LendingLabel.init) {
      Service(.label)
      Takes(.owner, .borrower)
      Waymark.Identifier("label")
    }
    Waymark.Adapter(.printedLabel, for: .label) { PrintedLabel($0) }
    When(Waymark.Profile.preview) {
      Route(Identifier.self) {
        Service(.notebookNumber)
      } make: {
        Identifier(number: 0)
      }
    }
  }
}
