type SyslogTransport = 'udp' | 'tcp' | 'tls'

/** Where heads go. */
export type ShipAddress =
  | { kind: 'file'; text: string; path: string }
  | { kind: 'syslog'; text: string; transport: SyslogTransport; host: string; port: number }
  | { kind: 'http'; text: string; url: string }

const SYSLOG = /^syslog:(udp|tcp|tls):\/\/(\[[0-9a-f:]+\]|[^\s:/@]+):(\d{1,5})$/i

/** Reads `file:/path`, `syslog:udp://host:514`, `syslog:tcp://host:601`, `syslog:tls://host:6514`, `https://host/path`; null for anything else. */
export function parseShipAddress(text: string): ShipAddress | null {
  if (text.startsWith('file:/')) return { kind: 'file', text, path: text.slice('file:'.length) }
  const syslog = SYSLOG.exec(text)
  if (syslog !== null) {
    const port = Number(syslog[3])
    if (port < 1 || port > 65_535) return null
    const host = syslog[2]!.replaceAll(/[[\]]/g, '')
    return { kind: 'syslog', text, transport: syslog[1]!.toLowerCase() as SyslogTransport, host, port }
  }
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  // A password in the address would stand in logs and on the page.
  return url.username === '' && url.password === '' ? { kind: 'http', text, url: text } : null
}
