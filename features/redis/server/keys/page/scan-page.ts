import { CELL_BYTES } from '../../../contract/index.ts'
import type { PageRow } from '../../../contract/index.ts'
import { bytesOf } from '../../bytes.ts'
import type { Arg, Reply } from '../../link/redis-link.ts'
import { cellOf, cutText, holdsText, nameOf, runCut } from '../cut-replies.ts'
import type { CutText } from '../cut-replies.ts'
import { fitsGlob } from '../../glob.ts'
import { hasFieldTtl } from '../key-facts.ts'
import { longName } from '../long-name.ts'
import { isRefusedCommand } from '../words.ts'
import { CHUNK, EXAMINED_MAX, pageEnd } from './page-ask.ts'
import type { PageAsk, PageDone } from './page-ask.ts'

const COMMAND = { hash: 'HSCAN', set: 'SSCAN' } as const
type Scanned = keyof typeof COMMAND
const WHOLE = { hash: 'HGETALL', set: 'SMEMBERS' } as const

/** One entry: its name, and the value of a field. */
interface Entry {
  readonly name: CutText
  readonly value: CutText | null
  /** Cursor and COUNT that answered it. */
  readonly at: string
}

/** What an answer of a table holds beyond its COUNT, as a rule. */
const OVERHANG = 16

/** The server's cursor, the COUNT it is asked with, and how many entries of its answer were given already. */
interface Place {
  readonly cursor: string
  readonly count: number
  readonly skip: number
}

/** COUNT stands in the cursor: with another one the same cursor answers other entries. */
function placeOf(cursor: string, count: number): Place {
  if (cursor === '') return { cursor: '0', count, skip: 0 }
  const [, at, asked, skip] = /^(\d{1,20})\.(\d{1,5})\.(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined) throw pageEnd()
  return { cursor: at, count: Number(asked), skip: Number(skip) }
}

function entriesOf(type: Scanned, list: readonly (Reply | Error)[], at: string): Entry[] {
  if (type === 'set') return list.map((each) => ({ name: cutText(each), value: null, at }))
  return Array.from({ length: list.length / 2 }, (_, index) => ({
    name: cutText(list[2 * index]),
    value: cutText(list[2 * index + 1]),
    at,
  }))
}

async function fits({ database, key, asked }: PageAsk, { name, value }: Entry): Promise<boolean> {
  if (!isInValues(asked) || value === null) return true
  const args = ['HGET', key, nameOf(name)]
  return holdsText(database, { key, text: value, needle: Buffer.from(asked.filter), args })
}

const isInValues = ({ filter, inValues, type }: PageAsk['asked']) =>
  filter !== '' && inValues && type === 'hash'

/** `at`: where it is found again. The head alone is told of a long one, also where all of it came. */
export function memberOf(name: CutText, at: string) {
  const { head, bytes } = name
  return { member: bytesOf(head), bytes, isCut: bytes > CELL_BYTES, long: longName(name, at) }
}

async function rowsOf(
  { database, key }: PageAsk,
  type: Scanned,
  entries: readonly Entry[],
): Promise<PageRow[]> {
  if (type === 'set') return entries.map(({ name, at }) => ({ type, ...memberOf(name, at) }))
  const names = entries.map(({ name }) => nameOf(name))
  const ends = await fieldEnds({ database, key }, names)
  return entries.map(({ name, value, at }, index) => ({
    type,
    field: bytesOf(name.head),
    ...cellOf(value!),
    // Of a cut name the end of another field was told.
    ttlMs: name.whole === null ? null : (ends[index] ?? null),
    long: longName(name, at),
  }))
}

/** Milliseconds each field has left; -1: no end; null where fields have none. */
async function fieldEnds({ database, key }: Pick<PageAsk, 'database' | 'key'>, names: readonly Buffer[]) {
  if (names.length === 0 || !(await hasFieldTtl(database, key))) return names.map(() => null)
  const args: Arg[] = ['HPTTL', key, 'FIELDS', String(names.length), ...names]
  const reply = (await database.run(args, { isQuiet: true })) as readonly Reply[] | null
  return names.map((_, at) => (reply?.[at] === undefined ? null : Number(reply[at])))
}

/** A step of the scan; all of it at once for a user who may read it whole and not scan it. */
async function scanned(
  { database, key, asked }: PageAsk,
  type: Scanned,
  args: readonly Arg[],
): Promise<readonly [Buffer, readonly Reply[]]> {
  try {
    return (await runCut(database, key, args)) as readonly [Buffer, readonly Reply[]]
  } catch (error) {
    if (!isRefusedCommand(error, COMMAND[type])) throw error
    const whole = await runCut(database, key, [WHOLE[type], key]).catch((other: unknown) => {
      throw isRefusedCommand(other, WHOLE[type]) ? error : other
    })
    const list = whole as readonly Reply[]
    return [Buffer.from('0'), args.includes('MATCH') ? matching(list, type, asked.filter) : list]
  }
}

/** Names that fit, each with the value behind it. */
function matching(list: readonly Reply[], type: Scanned, filter: string): readonly Reply[] {
  const pattern = Buffer.from(filter)
  const step = type === 'hash' ? 2 : 1
  const isIn = (at: number) => fitsGlob(pattern, nameOf(cutText(list[at])))
  return list.filter((_, at) => isIn(at - (at % step)))
}

/** A page of entries in the order of the server's own cursor: nothing that stays is missed, whatever changes meanwhile. */
export async function scanPage(ask: PageAsk, type: Scanned): Promise<PageDone> {
  const { key, asked, length } = ask
  const found: Entry[] = []
  let place = placeOf(asked.cursor, asked.filter === '' ? asked.count : Math.max(asked.count, CHUNK))
  const match = asked.filter === '' || isInValues(asked) ? [] : ['MATCH', asked.filter]
  let examined = 0
  do {
    const args = [COMMAND[type], key, place.cursor, ...match, 'COUNT', String(place.count)]
    const [next, list] = await scanned(ask, type, args)
    const entries = entriesOf(type, list, `${place.cursor}.${place.count}`)
    let at = place.skip
    // A short answer of a large table is given whole: its order may change while the table grows.
    const isWhole = found.length === 0 && entries.length - place.skip <= asked.count + OVERHANG
    const most = isWhole ? entries.length : asked.count
    for (; at < entries.length && found.length < most; at += 1) {
      if (await fits(ask, entries[at]!)) found.push(entries[at]!)
    }
    examined += Math.max(place.count, entries.length)
    place =
      at < entries.length ? { ...place, skip: at } : { cursor: String(next), count: place.count, skip: 0 }
  } while (!isDrained(place) && found.length < asked.count && examined < EXAMINED_MAX)
  const cursor = isDrained(place) ? '' : `${place.cursor}.${place.count}.${place.skip}`
  return {
    rows: await rowsOf(ask, type, found),
    cursor,
    examined: length === null ? examined : Math.min(examined, length),
  }
}

const isDrained = ({ cursor, skip }: Place) => cursor === '0' && skip === 0
