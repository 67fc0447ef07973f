import type { Dialer } from '@qd/game-contract/adapter'
import { DialError } from '@qd/game-contract/adapter'
import { fillLink, isOwnPage } from '../contract/index.ts'

export type Framing = 'allowed' | 'refused' | 'unknown'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 4 * 1024 * 1024

type Headers = Readonly<Record<string, string | string[] | undefined>>

function textOf(headers: Headers, name: string): string {
  return [headers[name] ?? []].flat().join(',').toLowerCase()
}

/** Whether the site's headers let a page of another origin frame it (RFC 7034, CSP `frame-ancestors`). */
export function framingOf(headers: Headers): Framing {
  const ancestors = /frame-ancestors([^;]*)/.exec(textOf(headers, 'content-security-policy'))?.[1]
  // Where both are given, browsers follow frame-ancestors alone.
  if (ancestors !== undefined) return /(^|\s)(\*|https?:)(\s|$)/.test(ancestors) ? 'allowed' : 'refused'
  return /deny|sameorigin/.test(textOf(headers, 'x-frame-options')) ? 'refused' : 'allowed'
}

/** Asks the linked site through the guarded dialler; a link on this machine is not asked. */
export async function askFraming(dialer: Dialer, url: string, signal: AbortSignal): Promise<Framing> {
  if (isOwnPage(url)) return 'allowed'
  try {
    const answer = await dialer.fetch(fillLink(url, {}), {
      method: 'GET',
      headers: { accept: 'text/html' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      allowLoopback: false,
      signal,
    })
    return answer.status < 300 ? framingOf(answer.headers) : 'unknown'
  } catch (error) {
    if (error instanceof DialError) return 'unknown'
    throw error
  }
}
