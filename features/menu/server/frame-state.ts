import type { DialAnswer, Dialer } from '@qd/game-contract/adapter'
import { DialError } from '@qd/game-contract/adapter'
import { recordNetworks } from '@qd/game-contract/record-networks'
import { fillLink, isOwnPage } from '../contract/index.ts'
import type { LinkRecord } from '../contract/index.ts'

export type Framing = 'allowed' | 'refused' | 'unknown'

const TIMEOUT_MS = 5_000
const MAX_STEPS = 3
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

/** Where an answer sends on to; null unless that is the same site. */
function nextOf(answer: DialAnswer, address: string): string | null {
  const target = answer.headers['location']
  if (typeof target !== 'string' || answer.status < 300 || answer.status > 399) return null
  const next = URL.parse(target, address)
  return next !== null && next.origin === new URL(address).origin ? next.href : null
}

/** Browsers heed these headers on every page they would show, an error page too, but not on the way to one. */
function stateOf({ status, headers }: DialAnswer): Framing {
  if (status >= 300 && status <= 399) return 'unknown'
  const framing = framingOf(headers)
  return status < 300 || framing === 'refused' ? framing : 'unknown'
}

/**
 * Asks the linked site through the guarded dialler, in the networks its record opens. A site that sends on within
 * itself, to its sign-in for example, is followed a few steps.
 */
export async function askFraming(
  dialer: Dialer,
  link: Pick<LinkRecord, 'url' | 'allowPrivate' | 'allowLoopback'>,
  signal: AbortSignal,
): Promise<Framing> {
  if (isOwnPage(link.url)) return 'allowed'
  const networks = recordNetworks(link)
  let address = fillLink(link.url, {})
  try {
    for (let step = 0; ; step += 1) {
      const answer = await dialer.fetch(address, {
        method: 'GET',
        headers: { accept: 'text/html' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        networks,
        signal,
      })
      const next = step < MAX_STEPS ? nextOf(answer, address) : null
      if (next === null) return stateOf(answer)
      address = next
    }
  } catch (error) {
    if (error instanceof DialError) return 'unknown'
    throw error
  }
}
