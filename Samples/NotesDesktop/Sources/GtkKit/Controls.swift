import CGtk

/// A text that isn't edited.
public final class Label: Widget {
  /// Creates a label.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - wraps: Whether a long text takes several lines. Otherwise, an ellipsis shortens it.
  public init(_ text: String, wraps: Bool = false) {
    super.init(gtk_label_new(text))
    gtk_label_set_xalign(opaque, 0)
    gtk_label_set_wrap(opaque, wraps ? 1 : 0)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    if !wraps { gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END) }
  }

  /// The text.
  public var content: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { gtk_label_set_text(opaque, newValue) }
  }

  /// The number of characters that a wrapped text may take in a line.
  public var widest: Int {
    get { Int(gtk_label_get_max_width_chars(opaque)) }
    set { gtk_label_set_max_width_chars(opaque, gint(newValue)) }
  }
}

/// A button.
public final class Button: Widget {
  /// Creates a button with a text.
  public init(_ text: String) { super.init(gtk_button_new_with_label(text)) }

  /// Creates a button with an icon of the theme.
  public init(icon: String, tooltip: String) {
    super.init(gtk_button_new_from_icon_name(icon))
    self.tooltip = tooltip
  }

  /// Calls a closure whenever the button is clicked.
  public func onClick(_ body: @escaping @MainActor () -> Void) { on("clicked", body) }
}

/// A line of text to edit.
public final class Field: Widget {
  private let isSecret: Bool

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: The text to begin with.
  ///   - isSecret: Whether each character is drawn as the same dot.
  public init(_ text: String = "", isSecret: Bool = false) {
    self.isSecret = isSecret
    super.init(isSecret ? gtk_password_entry_new() : gtk_entry_new())
    content = text
  }

  /// Refers to a widget that is a field.
  public init(of widget: Widget) {
    isSecret = widget.typeName == "GtkPasswordEntry"
    super.init(widget.address)
  }

  /// The text.
  public var content: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    set { if newValue != content { gtk_editable_set_text(opaque, newValue) } }
  }

  /// The text that is drawn in an empty field.
  public func setPlaceholder(_ text: String) {
    if !isSecret { gtk_entry_set_placeholder_text(pointer(), text) }
  }
}

/// Lines of text to edit.
public final class Editor: Widget {
  /// The text's changes, which emit `changed`.
  public let buffer: Object

  /// Creates an empty editor.
  public init() {
    let view: UnsafeMutablePointer<GtkWidget> = gtk_text_view_new()
    // `assumingMemoryBound` is sound: the function above has created a text view.
    buffer = Object(
      UnsafeMutableRawPointer(
        gtk_text_view_get_buffer(UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkTextView.self))))
    super.init(view)
    gtk_text_view_set_wrap_mode(pointer(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_left_margin(pointer(), 6)
    gtk_text_view_set_right_margin(pointer(), 6)
    gtk_text_view_set_top_margin(pointer(), 6)
    gtk_text_view_set_bottom_margin(pointer(), 6)
    expands = true
  }

  /// The text.
  public var content: String {
    get {
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(buffer.pointer(), &start, &end)
      guard let text = gtk_text_buffer_get_text(buffer.pointer(), &start, &end, 0) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    set { if newValue != content { gtk_text_buffer_set_text(buffer.pointer(), newValue, -1) } }
  }
}

/// A switch.
public final class Switch: Widget {
  /// Creates a switch.
  public init(isOn: Bool) {
    super.init(gtk_switch_new())
    self.isOn = isOn
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
  }

  /// Refers to a widget that is a switch.
  public init(of widget: Widget) { super.init(widget.address) }

  /// Whether the switch is on.
  public var isOn: Bool {
    get { gtk_switch_get_active(opaque) != 0 }
    set { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
  }
}
