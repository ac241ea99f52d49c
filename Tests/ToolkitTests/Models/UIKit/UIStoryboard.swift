/// https://developer.apple.com/documentation/uikit/uistoryboard
@MainActor open class UIStoryboard: NSObject {
  public typealias MakeSegue =
    @MainActor (_ identifier: String, _ source: UIViewController) -> UIStoryboardSegue
  private let segues: [String: MakeSegue]

  /// Only a file has segues; here, a test lists them.
  public init(modelled segues: [String: MakeSegue]) {
    self.segues = segues
    super.init()
  }

  /// Makes a controller one of this storyboard.
  public func modelAdd(_ controller: UIViewController) { controller.modelledStoryboard = self }

  func perform(_ identifier: String, from source: UIViewController, sender: Any?) {
    guard let make = segues[identifier] else {
      preconditionFailure("Receiver has no segue with identifier '\(identifier)'")
    }
    let segue = make(identifier, source)
    source.prepare(for: segue, sender: sender)
    segue.perform()
  }
}

/// https://developer.apple.com/documentation/uikit/uistoryboardsegue
@MainActor open class UIStoryboardSegue: NSObject {
  open private(set) var identifier: String?
  open private(set) var source: UIViewController
  open private(set) var destination: UIViewController
  private let handler: @MainActor () -> Void

  /// https://developer.apple.com/documentation/uikit/uistoryboardsegue/init(identifier:source:destination:)
  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    handler = {}
    super.init()
  }
  /// https://developer.apple.com/documentation/uikit/uistoryboardsegue/init(identifier:source:destination:performhandler:)
  public init(
    identifier: String?, source: UIViewController, destination: UIViewController,
    performHandler: @escaping @MainActor () -> Void
  ) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    handler = performHandler
    super.init()
  }
  open func perform() { handler() }
}
