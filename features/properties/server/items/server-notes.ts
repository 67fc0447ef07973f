import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { ItemServerRow, PropertiesTables } from '../tables.ts'
import type { Store } from '@qd/store'
import type { AskedServer } from './read-line-items.ts'

const LONGEST_WAIT_MS = 86_400_000

/** Of one reading of a line. */
interface Reading {
  lineId: string
  servers: readonly AskedServer[]
  /** Keys of servers that were not asked this time. */
  spared?: ReadonlySet<string>
  /** Of a regular reading: how long until the next one. */
  everyMs?: number
  now: number
}

/** When the regular sync asks again: first the next time, then twice, four times, eight times as late. */
function retryAt(failures: number, everyMs: number, now: number): number {
  // Half a turn less: a run that begins a moment early asks as well.
  const waitMs = everyMs * (2 ** (failures - 1) - 0.5)
  return now + Math.round(Math.min(waitMs, LONGEST_WAIT_MS))
}

type Noted = Omit<ItemServerRow, 'server_key' | 'line_id'>

function notedOf(
  { hasAnswered, failure }: AskedServer,
  before: ItemServerRow | undefined,
  { everyMs, now }: Reading,
): Noted {
  if (hasAnswered) return { heard_at: now, failed_at: null, fault: '', failures: 0, retry_at: 0 }
  const fault = failure === null ? '' : JSON.stringify({ code: failure.def.code, params: failure.params })
  const failures = (before?.failures ?? 0) + (everyMs === undefined ? 0 : 1)
  return {
    heard_at: before?.heard_at ?? null,
    failed_at: now,
    fault,
    failures,
    retry_at: everyMs === undefined ? (before?.retry_at ?? 0) : retryAt(failures, everyMs, now),
  }
}

/** How each server of a line was heard, by its key. */
export async function serverNotes(
  { read }: Pick<Store<PropertiesTables>, 'read'>,
  lineId: string,
): Promise<Map<string, ItemServerRow>> {
  const rows = await read.selectFrom('item_server').selectAll().where('line_id', '=', lineId).execute()
  return new Map(rows.map((row) => [row.server_key, row]))
}

/** Keeps who told their items and who did not; servers that left the line are forgotten. */
export async function noteServers(store: Store<PropertiesTables>, reading: Reading): Promise<void> {
  const { lineId, servers, spared } = reading
  const known = await serverNotes(store, lineId)
  const asked = servers.filter(({ key }) => spared?.has(key) !== true)
  const rows = asked.map((server): ItemServerRow => {
    const noted = notedOf(server, known.get(server.key), reading)
    return { server_key: server.key, line_id: lineId, ...noted }
  })
  const present = new Set(servers.map(({ key }) => key))
  const left = [...known.keys()].filter((key) => !present.has(key))
  await store.write(async (tx) => {
    if (left.length > 0) {
      await tx
        .deleteFrom('item_server')
        .where('line_id', '=', lineId)
        .where('server_key', 'in', left)
        .execute()
    }
    for (const { server_key: key, ...row } of rows) {
      await tx
        .insertInto('item_server')
        .values({ server_key: key, ...row })
        .onConflict((conflict) => conflict.column('server_key').doUpdateSet(row))
        .execute()
    }
  })
}

/** The failure that was kept; null: there was none. */
export function failureOf({ fault }: Pick<ItemServerRow, 'fault'>): AppError | null {
  if (fault === '') return null
  const { code, params } = parseJsonText(fault) as { code: string; params: AppError['params'] }
  return new AppError({ code, status: 503, retryable: true }, { params })
}
