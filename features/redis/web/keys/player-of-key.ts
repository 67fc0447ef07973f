import { parseUId } from '@qd/game-id'
import { goTo } from '@qd/web-base'
import { playerAddress, useCall, useScope } from '@qd/web-calls'
import { serverList } from '@qd/scope/contract'
import type { RedisBytes } from '../../contract/index.ts'

/** Runs of digits as long as a uId; shorter ones are counters, levels and days. */
const UID_IN_NAME = /(?<!\d)\d{9,19}(?!\d)/g

/** Servers of a line, by number: what tells a uId from a time or an order number. */
export function useServersOfLine(lineId: string): ReadonlySet<number> {
  const { data } = useCall(
    serverList,
    { params: { lineId }, body: {} },
    { tag: 'redis:page.title', told: 'once', staleTimeMs: 300_000 },
  )
  return new Set((data ?? []).map(({ sId }) => sId))
}

/** The first uId in the name of a key that is of one of these servers; null: none. */
export function uIdInKey(key: RedisBytes, servers: ReadonlySet<number>): string | null {
  if (typeof key !== 'string') return null
  for (const [digits] of key.matchAll(UID_IN_NAME)) {
    const parsed = parseUId(digits)
    if (parsed.ok && parsed.platform > 0 && parsed.sequence > 0 && servers.has(parsed.sId)) return parsed.uId
  }
  return null
}

/** Brings the page of a player into view. */
export function openPlayer(uId: string): void {
  goTo(playerAddress({ uId, game: useScope.getState().game }))
}
