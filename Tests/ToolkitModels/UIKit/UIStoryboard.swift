/// https://developer.apple.com/documentation/uikit/uistoryboard
@MainActor open class UIStoryboard: NSObject {
  /// A closure that makes a segue, as a file does. This isn't a part of UIKit.
  public typealias MakeSegue =
    @MainActor (_ identifier: String, _ source: UIViewController) -> UIStoryboardSegue
  private let segues: [String: MakeSegue]

  /// Creates a storyboard with segues, which only a file has. This isn't a part of UIKit.
  public init(modelled segues: [String: MakeSegue]) {
    self.segues = segues
    super.init()
  }

  /// Makes a controller one of this storyboard. This isn't a part of UIKit.
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
  /// https://developer.apple.com/documentation/uikit/uistoryboardsegue/identifier
  open private(set) var identifier: String?
  /// https://developer.apple.com/documentation/uikit/uistoryboardsegue/source
  open private(set) var source: UIViewController
  /// https://developer.apple.com/documentation/uikit/uistoryboardsegue/destination
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
  /// https://developer.apple.com/documentation/uikit/uistoryboardsegue/perform()
  open func perform() { handler() }
}
