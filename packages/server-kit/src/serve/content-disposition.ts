/** The header of a file to be saved: its name as any text, and once more for programs that know ASCII alone (RFC 6266). */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
