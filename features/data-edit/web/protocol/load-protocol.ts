import type { ProtocolDefinition } from '@qd/protocol-model'
import { readProtocol } from '@qd/player-edit'
import { CacheUnavailable, readCached, writeCached } from './protocol-cache.ts'
import type { CachedProtocol } from './protocol-cache.ts'

/** What `tipProtocol` answers, with and without the definition. */
export interface ProtocolReply {
  md5: string
  protocol?: unknown
  refusedReason?: string
}

export interface LoadedProtocol {
  md5: string
  definition: ProtocolDefinition
  source: 'cache' | 'server'
  /** The browser kept no database: the page works without (S8.05). */
  isCacheMissing: boolean
  /** The server now offers a definition the console refuses; this is the last good one. */
  refusedReason: string | null
}

/** Where definitions are kept; both throw CacheUnavailable when there is no such place. */
export interface ProtocolCache {
  read(place: string, md5: string, nowMs: number): Promise<CachedProtocol | null>
  write(entry: CachedProtocol): Promise<void>
}

const BROWSER_CACHE: ProtocolCache = { read: readCached, write: writeCached }

/** The definition itself cannot be used. */
export class ProtocolUnusable extends Error {}

function definitionOf(protocol: unknown): ProtocolDefinition {
  const parsed = readProtocol(protocol)
  if (!parsed.ok) throw new ProtocolUnusable(parsed.reason)
  return parsed.protocol
}

function keptDefinition(entry: CachedProtocol | null): ProtocolDefinition | null {
  const parsed = entry === null ? null : readProtocol(entry.protocol)
  return parsed?.ok === true ? parsed.protocol : null
}

/** Runs a step that needs the database; false when there is none. */
async function withCache(step: () => Promise<void>): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    if (!(error instanceof CacheUnavailable)) throw error
    return false
  }
}

/** Compares the md5 with the kept one and asks for the whole definition only when they differ (S7.24). */
export async function loadProtocol(
  place: string,
  ask: (isWhole: boolean) => Promise<ProtocolReply>,
  { nowMs = Date.now(), cache = BROWSER_CACHE }: { nowMs?: number; cache?: ProtocolCache } = {},
): Promise<LoadedProtocol> {
  const { md5, refusedReason = null } = await ask(false)
  let kept: ProtocolDefinition | null = null
  const hasCache = await withCache(async () => {
    kept = keptDefinition(await cache.read(place, md5, nowMs))
  })
  if (kept !== null) return { md5, definition: kept, source: 'cache', isCacheMissing: false, refusedReason }
  const reply = await ask(true)
  const definition = definitionOf(reply.protocol)
  const entry = { place, md5: reply.md5, protocol: reply.protocol, savedAtMs: nowMs }
  const isKept = hasCache && (await withCache(() => cache.write(entry)))
  return {
    md5: reply.md5,
    definition,
    source: 'server',
    isCacheMissing: !isKept,
    refusedReason: reply.refusedReason ?? refusedReason,
  }
}
