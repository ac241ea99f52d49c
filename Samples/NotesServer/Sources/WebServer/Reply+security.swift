import HTTPTypes
import PageKit

extension Reply {
  /// Adds the fields with which browsers restrict what the page can do.
  package func secured(_ settings: WebSettings) -> Reply {
    var reply = self
    let isPicture = fields[.contentType] == "image/svg+xml"
    reply.fields[.contentSecurityPolicy] =
      isPicture
      ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
      : """
      default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
      base-uri 'none'; frame-ancestors 'none'
      """
    reply.fields[.contentTypeOptions] = "nosniff"
    for (name, value) in [(HTTPField.Name.referrerPolicy, "same-origin"), (.cacheControl, "no-store")]
    where reply.fields[name] == nil {
      reply.fields[name] = value
    }
    if settings.isSecure { reply.fields[.strictTransportSecurity] = "max-age=31536000" }
    return reply
  }
}

extension HTTPField.Name {
  static let contentTypeOptions = HTTPField.Name.xContentTypeOptions
  static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
}
