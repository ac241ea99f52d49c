@_exported public import ObjectiveC

/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject {
  public override init() { super.init() }

  open var next: UIResponder? { nil }
}
