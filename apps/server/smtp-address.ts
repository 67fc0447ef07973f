/** Where mail is handed over, and how the way there is protected. */
export interface SmtpAddress {
  host: string
  port: number
  tls: 'always' | 'starttls' | 'none'
}

const WAYS: Readonly<Record<string, Pick<SmtpAddress, 'tls' | 'port'>>> = {
  'smtps:': { tls: 'always', port: 465 },
  'smtp:': { tls: 'starttls', port: 587 },
  'smtp+plain:': { tls: 'none', port: 25 },
}

/** Reads `smtp://host:port`; null for anything else. A password has a setting of its own. */
export function smtpAddressOf(text: string): SmtpAddress | null {
  const url = URL.parse(text)
  const way = url === null ? undefined : WAYS[url.protocol]
  if (url === null || way === undefined || url.hostname === '') return null
  const isMore = url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== ''
  if (isMore || (url.pathname !== '' && url.pathname !== '/')) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { ...way, host, ...(url.port === '' ? {} : { port: Number(url.port) }) }
}
