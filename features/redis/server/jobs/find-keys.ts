import type { KeySelection } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import { escapeGlob } from '../glob.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'

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

/** Waits so that no more than the connection's budget is examined in a second. */
async function paced(budget: number, startedAt: number, signal: AbortSignal): Promise<void> {
  const wait = (SCAN_COUNT / budget) * 1_000 - (performance.now() - startedAt)
  if (wait <= 1) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, wait)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

/** Where it goes on after a step; null: all masters were gone through. */
function cursorAfter({ master, at }: ScanCursor, masters: number): ScanCursor | null {
  if (at !== '0') return { master, at }
  return master + 1 >= masters ? null : { master: master + 1, at: '0' }
}

/** Goes through all masters, step by step, at most as fast as the budget of the connection allows. */
export async function* findKeys(
  database: RedisDatabase,
  pattern: Buffer,
  signal: AbortSignal,
  from: ScanCursor | null = null,
): AsyncGenerator<Found> {
  const masters = database.masters()
  let cursor: ScanCursor | null = from ?? START
  while (cursor !== null) {
    signal.throwIfAborted()
    const startedAt = performance.now()
    const { master, at }: ScanCursor = cursor
    const node: string | undefined = masters[master]
    if (node === undefined) return
    const args = ['SCAN', at, 'MATCH', pattern, 'COUNT', String(SCAN_COUNT)]
    const [next, keys] = (await database.run(args, { node, signal, isQuiet: true })) as [Reply, Buffer[]]
    cursor = cursorAfter({ master, at: String(next) }, masters.length)
    yield { keys: keys.filter((key) => database.mayRead(key)), examined: SCAN_COUNT, next: cursor }
    await paced(database.connection.scanBudget, startedAt, signal)
  }
}
