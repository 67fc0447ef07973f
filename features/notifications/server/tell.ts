import { uuidv7 } from '@qd/server-kit'
import type { Notice } from '@qd/server-kit'
import { publishWith } from '@qd/store'
import type { AnyTx, Store } from '@qd/store'
import type { NotificationTables } from './notification-tables.ts'

/** Wakes whoever hands notices on. */
export const TOLD_TOPIC = 'notifications.told'

/** Keeps what happened, in the transaction of what happened; a node hands it on after the commit. */
export type Tell = (
  tx: AnyTx,
  notice: Notice,
  told: { to: readonly string[] | 'holders'; atMs: number },
) => Promise<void>

type Params = [string, string, string, string, string, string | null, string | null, string, number]

const COLUMNS = 'id, kind, level, notice_key, params, page, scope, audience, at, is_waiting'

const isPlain = (value: unknown) => typeof value === 'string' || Number.isFinite(value)

function isParam(value: unknown): boolean {
  if (isPlain(value)) return true
  const {
    text,
    params = {},
    texts,
    otherwise,
  } = (value ?? {}) as {
    text?: unknown
    params?: object
    texts?: object
    otherwise?: unknown
  }
  if (texts !== undefined) return typeof otherwise === 'string' && Object.values(texts).every(isPlain)
  return typeof text === 'string' && Object.values(params).every(isPlain)
}

/** A fault of the feature that tells, found in its tests: it would stand in front of people as `[object Object]`. */
function assertParams({ kind, params }: Notice): void {
  const wrong = Object.keys(params).find((name) => !isParam(params[name]))
  if (wrong !== undefined) throw new TypeError(`${kind.name}: the param ${wrong} is no text and no number`)
}

/** Written out, since building it takes longer than running it, and it stands in the way of what happened. */
export function createTell(store: Store<NotificationTables>): Tell {
  const insert = store.statement<Params, never>({
    sqlite: `insert into notice (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    postgres: `insert into notice (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)`,
  })
  return async (tx, notice, { to, atMs }) => {
    assertParams(notice)
    const { kind, params, page, scope, key } = notice
    const audience = to === 'holders' ? 'holders' : JSON.stringify(to)
    const told = [JSON.stringify(params), page ?? null, scope ?? null, audience, atMs] as const
    await insert.run(tx, [uuidv7(atMs), kind.name, kind.level, key, ...told])
    publishWith(tx, TOLD_TOPIC, '')
  }
}
