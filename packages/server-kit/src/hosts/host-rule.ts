import type { IncomingMessage } from 'node:http'
import { hostName, isLoopbackName } from './host-name.ts'

export interface HostRuleOptions {
  /** Names beside those of loopback, as `hostName` or `settingHostName` gives them. */
  names?: readonly string[]
  /** Requests that are answered under any name: what they are given is no secret, or they prove themselves. */
  isExempt?: (request: IncomingMessage) => boolean
}

/** Whether a request names a host this console is meant by. */
export type HostRule = (request: IncomingMessage) => boolean

/** Spellings remembered as good; a stranger's ports must not fill the memory. */
const MOST_KEPT = 200

/** The single `Host`; null for none or several, because two readers could trust different ones. */
function onlyHost({ rawHeaders }: IncomingMessage): string | null {
  let found: string | null = null
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (found !== null) return null
    found = rawHeaders[at + 1]!
  }
  return found
}

/** A target with an authority of its own must name the same host. */
function agreesWithTarget(url: string, name: string): boolean {
  if (url.startsWith('/') || url === '*') return true
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
  return authority !== undefined && hostName(authority) === name
}

/**
 * Against DNS rebinding: a page of a stranger's name that was made to lead here sends that name as `Host`. Known are the
 * names of loopback and those an administrator gave; what proxies say about the host (`X-Forwarded-Host`) never counts.
 */
export function createHostRule({ names = [], isExempt = () => false }: HostRuleOptions = {}): HostRule {
  const known = new Set(names)
  const kept = new Map<string, string>()
  const knownName = (host: string): string | null => {
    const before = kept.get(host)
    if (before !== undefined) return before
    const name = hostName(host)
    if (name === null || !(isLoopbackName(name) || known.has(name))) return null
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(host, name)
    return name
  }
  return (request) => {
    const host = onlyHost(request)
    const name = host === null ? null : knownName(host)
    return (name !== null && agreesWithTarget(request.url ?? '', name)) || isExempt(request)
  }
}
