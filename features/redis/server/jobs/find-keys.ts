import type { KeySelection } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import { escapeGlob } from '../glob.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'
import { mostAtOnce } from '../scan/node-cursor.ts'
import type { ScanBudgets } from '../scan/scan-budget.ts'

const SCAN_COUNT = 1_000

/** Where a scan goes on: in which master, by its place among them, and at which cursor of it. */
export interface ScanCursor {
  readonly master: number
  readonly at: string
}

const START: ScanCursor = { master: 0, at: '0' }

/** The pattern for MATCH of a selection by prefix or pattern. */
export function patternOf(selection: Exclude<KeySelection, { kind: 'keys' }>): Buffer {
  if (selection.kind === 'pattern') return Buffer.from(selection.pattern)
  return Buffer.concat([escapeGlob(bufferOf(selection.prefix)), Buffer.from('*')])
}

interface Found {
  readonly keys: readonly Buffer[]
  /** How many keys this step has examined, about. */
  readonly examined: number
  readonly next: ScanCursor | null
}

/** Where it goes on after a step; null: all masters were gone through. */
function cursorAfter({ master, at }: ScanCursor, masters: number): ScanCursor | null {
  if (at !== '0') return { master, at }
  return master + 1 >= masters ? null : { master: master + 1, at: '0' }
}

/** Where keys are looked for, and the budgets that all scans of the node share. */
export interface FindAt {
  readonly database: RedisDatabase
  readonly budgets: ScanBudgets
  readonly signal: AbortSignal
}

/** Goes through all masters, step by step, in turn with all other scans of the connection. */
export async function* findKeys(
  { database, budgets, signal }: FindAt,
  pattern: Buffer,
  from: ScanCursor | null = null,
): AsyncGenerator<Found> {
  const masters = database.masters()
  const { connection } = database
  const examined = Math.min(SCAN_COUNT, mostAtOnce(connection.scanBudget))
  const scan = {}
  let cursor: ScanCursor | null = from ?? START
  while (cursor !== null) {
    const { master, at }: ScanCursor = cursor
    const node: string | undefined = masters[master]
    if (node === undefined) return
    await budgets.take(connection, scan, { keys: examined, signal })
    const args = ['SCAN', at, 'MATCH', pattern, 'COUNT', String(examined)]
    const [next, keys] = (await database.run(args, { node, signal, isQuiet: true })) as [Reply, Buffer[]]
    cursor = cursorAfter({ master, at: String(next) }, masters.length)
    yield { keys: keys.filter((key) => database.mayRead(key)), examined, next: cursor }
  }
}
