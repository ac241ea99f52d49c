import CGtk

/// A window.
public final class Window: Widget {
  /// Creates a window, which isn't shown yet.
  public init() {
    super.init(gtk_window_new())
  }

  /// Refers to a widget that is a window.
  public init(of widget: Widget) { super.init(widget.address) }

  /// The title.
  public var title: String {
    get { gtk_window_get_title(pointer()).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(pointer(), newValue) }
  }

  /// The size.
  ///
  /// The window's content may need more.
  public var size: (width: Int, height: Int) {
    get {
      var (width, height): (gint, gint) = (0, 0)
      gtk_window_get_default_size(pointer(), &width, &height)
      return (Int(width), Int(height))
    }
    set { gtk_window_set_default_size(pointer(), gint(newValue.width), gint(newValue.height)) }
  }

  /// Whether the user is using this window.
  public var isActive: Bool { gtk_window_is_active(pointer()) != 0 }

  /// Sets the content below the title.
  public func setContent(_ content: Widget) { gtk_window_set_child(pointer(), content.widget) }

  /// Sets the bar with the title.
  public func setTitleBar(_ bar: Widget) { gtk_window_set_titlebar(pointer(), bar.widget) }

  /// Makes the window stay above another one, which can't be used meanwhile.
  public func setSheet(of parent: Window) {
    gtk_window_set_transient_for(pointer(), parent.pointer())
    gtk_window_set_modal(pointer(), 1)
    gtk_window_set_destroy_with_parent(pointer(), 1)
  }

  /// The window that this one stays above.
  public var sheetParent: Widget? {
    gtk_window_get_transient_for(pointer()).map { Widget(UnsafeMutableRawPointer($0)) }
  }

  /// Shows the window above others.
  public func present() { gtk_window_present(pointer()) }

  /// Closes the window like its close button.
  public func close() { gtk_window_close(pointer()) }

  /// Closes the window without asking.
  ///
  /// GLib then releases its widgets and signals.
  public func destroy() {
    // A window doesn't retain the one below it, and refers to it until its own end, which may be later.
    gtk_window_set_transient_for(pointer(), nil)
    gtk_window_destroy(pointer())
  }

  /// The widget that gets the keys.
  public var focused: Widget? {
    gtk_window_get_focus(pointer()).map { Widget($0) }
  }

  /// All windows that exist, in no order.
  public static var all: [Widget] {
    guard let windows = gtk_window_get_toplevels() else { return [] }
    let list = Object(UnsafeMutableRawPointer(windows))
    return (0..<g_list_model_get_n_items(windows)).compactMap { index in
      guard let item = g_list_model_get_item(list.opaque, index) else { return nil }
      defer { g_object_unref(item) }
      return Widget(UnsafeMutableRawPointer(item))
    }
  }
}

/// The bar at the top of a window.
public final class HeaderBar: Widget {
  /// Creates a bar that shows the window's title.
  public init() { super.init(gtk_header_bar_new()) }

  /// Adds a widget at the left.
  public func addFirst(_ child: Widget) { gtk_header_bar_pack_start(opaque, child.widget) }

  /// Adds a widget at the right.
  public func addLast(_ child: Widget) { gtk_header_bar_pack_end(opaque, child.widget) }

  /// Removes a widget.
  public func remove(_ child: Widget) { gtk_header_bar_remove(opaque, child.widget) }

  /// Shows a widget in place of the window's title.
  public func setTitle(_ title: Widget?) { gtk_header_bar_set_title_widget(opaque, title?.widget) }
}

/// A small window that points at a place of another one.
public final class Popover: Widget {
  /// Creates a popover with its content.
  public init(_ content: Widget) {
    super.init(gtk_popover_new())
    gtk_popover_set_child(pointer(), content.widget)
  }

  /// Refers to a widget that is a popover.
  public init(of widget: Widget) { super.init(widget.address) }

  /// Hides the popover, as a click outside does.
  public func close() { gtk_popover_popdown(pointer()) }

  /// Whether a click outside and the escape key close the popover.
  public var closesItself: Bool {
    get { gtk_popover_get_autohide(pointer()) != 0 }
    set { gtk_popover_set_autohide(pointer(), newValue ? 1 : 0) }
  }

  /// Opens the popover.
  ///
  /// The popover belongs to the container, because the target may go away first, such as a row of a list.
  ///
  /// - Parameters:
  ///   - container: The widget that the popover belongs to.
  ///   - target: The widget inside of the container that the popover points at, or nil for the container's top.
  public func open(in container: Widget, at target: Widget?) {
    gtk_widget_set_parent(widget, container.widget)
    guard container.width > 0 else {
      // GTK can't place a popover in a window that hasn't been drawn yet.
      // During the frame itself, GTK isn't ready for another surface.
      return container.onNextFrame { [weak self] in
        Task { self?.point(at: target) }
      }
    }
    point(at: target)
  }

  private func point(at target: Widget?) {
    guard let container = parent else { return }
    var bounds = graphene_rect_t()
    let place = target ?? container
    if gtk_widget_compute_bounds(place.widget, container.widget, &bounds) != 0 {
      let height = target == nil ? 1 : bounds.size.height
      var rectangle = GdkRectangle(
        x: gint(bounds.origin.x), y: gint(bounds.origin.y), width: gint(bounds.size.width),
        height: gint(height))
      gtk_popover_set_pointing_to(pointer(), &rectangle)
    }
    gtk_popover_popup(pointer())
  }

  /// Removes the popover from its window.
  public func destroy() {
    gtk_popover_popdown(pointer())
    if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) }
  }
}
