import Waymark

// The program's own types with names of Waymark's. In `routes`, these names mean the program's types, and Waymark's
// are written with their module.

struct Profile: Sendable { let name: String }
struct Identifier: Sendable { let number: Int }
struct Adapter: Sendable { let width: Int }

protocol LabelText: Sendable { var text: String { get } }

extension RoutableService<Profile> {
  static var owner: Self { declared() }
  static var borrower: Self { declared() }
}
extension RoutableService<Identifier> { static var notebookNumber: Self { declared() } }
extension RoutableService<Adapter> { static var penHolder: Self { declared() } }
extension RoutableService<any LabelText> {
  static var label: Self { declared() }
  static var printedLabel: Self { declared() }
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

struct LendingModule: RouteModule {
  var routes: Routes {
    Route({ Profile(name: "Ann") }) { Service(.owner) }
    Route({ Profile(name: "Bob") }) { Service(.borrower) }
    Route(Identifier.self) {
      Service(.notebookNumber)
    } make: {
      Identifier(number: 7)
    }
    Route({ Adapter(width: 9) }) { Service(.penHolder) }
    Route(LendingLabel.init) {
      Service(.label)
      Takes(.owner, .borrower)
      Waymark.Identifier("label")
    }
    Waymark.Adapter(.printedLabel, for: .label) { PrintedLabel($0) }
    When(Waymark.Profile.preview) {
      Route({ Identifier(number: 0) }) { Service(.notebookNumber) }
    }
  }
}
