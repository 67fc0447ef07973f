import { getKeyIndexes, list } from '@ioredis/commands'
import known from '@ioredis/commands/built/commands.json' with { type: 'json' }
import type { Arg, Reply } from '../link/redis-link.ts'

/** Where the keys of a command stand; from 0, the command itself included. */
type KeySpec =
  | { begin: { index: number } | { keyword: string; from: number }; find: KeyRange | KeyCount }
  | 'unknown'
interface KeyRange {
  last: number
  step: number
  limit: number
}
interface KeyCount {
  countAt: number
  first: number
  step: number
}

/** What a server says of one of its commands, sub-commands as `config|get`. */
export interface CommandEntry {
  readonly name: string
  /** Words it takes, itself included; below zero: so many or more. */
  readonly arity: number
  readonly flags: ReadonlySet<string>
  /** ACL categories without `@`. */
  readonly categories: ReadonlySet<string>
  readonly hasSubCommands: boolean
  /** Hints for clients, e.g. `request_policy:all_shards`; none before 7.0. */
  readonly tips: ReadonlySet<string>
  /** Null: the server tells first, last and step alone. */
  readonly specs: readonly KeySpec[] | null
  readonly first: number
  readonly last: number
  readonly step: number
}

const textOf = (reply: unknown): string => (reply instanceof Buffer ? reply.toString() : String(reply))
const listOf = (reply: unknown): readonly unknown[] => (Array.isArray(reply) ? (reply as unknown[]) : [])
const setOf = (reply: unknown): Set<string> =>
  new Set(listOf(reply).map((each) => textOf(each).toLowerCase().replace(/^@/, '')))

/** A map of RESP2: names and values in turn. */
function mapOf(reply: unknown): Map<string, unknown> {
  const flat = listOf(reply)
  const map = new Map<string, unknown>()
  for (let at = 0; at + 1 < flat.length; at += 2) map.set(textOf(flat[at]), flat[at + 1])
  return map
}

const numberIn = (map: ReadonlyMap<string, unknown>, name: string): number => Number(textOf(map.get(name)))

function readSpec(reply: unknown): KeySpec {
  const spec = mapOf(reply)
  const [begin, find] = [mapOf(spec.get('begin_search')), mapOf(spec.get('find_keys'))]
  const [beginSpec, findSpec] = [mapOf(begin.get('spec')), mapOf(find.get('spec'))]
  const [beginType, findType] = [textOf(begin.get('type')), textOf(find.get('type'))]
  if (beginType === 'unknown' || findType === 'unknown') return 'unknown'
  return {
    begin:
      beginType === 'keyword'
        ? { keyword: textOf(beginSpec.get('keyword')).toLowerCase(), from: numberIn(beginSpec, 'startfrom') }
        : { index: numberIn(beginSpec, 'index') },
    find:
      findType === 'keynum'
        ? {
            countAt: numberIn(findSpec, 'keynumidx'),
            first: numberIn(findSpec, 'firstkey'),
            step: numberIn(findSpec, 'keystep'),
          }
        : {
            last: numberIn(findSpec, 'lastkey'),
            step: numberIn(findSpec, 'keystep'),
            limit: numberIn(findSpec, 'limit'),
          },
  }
}

function readEntry(reply: unknown): CommandEntry[] {
  const [name, arity, flags, first, last, step, categories, tips, specs, subs] = listOf(reply)
  const entry = {
    name: textOf(name).toLowerCase(),
    arity: Number(arity),
    flags: setOf(flags),
    categories: setOf(categories),
    hasSubCommands: listOf(subs).length > 0,
    tips: setOf(tips),
    specs: specs === undefined ? null : listOf(specs).map(readSpec),
    first: Number(first),
    last: Number(last),
    step: Number(step),
  }
  return [entry, ...listOf(subs).flatMap(readEntry)]
}

/** Commands and flags as of a server that does not tell its own: written down by those who wrote the client. */
function builtIn(): CommandEntry[] {
  const of = (
    name: string,
    { arity, flags, keyStart, keyStop, step, subcommands = {} }: Known,
  ): CommandEntry[] => [
    {
      name,
      arity,
      flags: new Set(flags),
      categories: new Set(),
      hasSubCommands: Object.keys(subcommands).length > 0,
      tips: new Set(),
      specs: null,
      first: keyStart,
      last: keyStop,
      step,
    },
    ...Object.entries(subcommands).flatMap(([sub, entry]) => of(`${name}|${sub}`, entry)),
  ]
  return list.flatMap((name) => of(name.toLowerCase(), (known as unknown as Record<string, Known>)[name]!))
}

interface Known {
  arity: number
  flags: string[]
  keyStart: number
  keyStop: number
  step: number
  subcommands?: Record<string, Known>
}

function positionsOf(spec: KeySpec, args: readonly Arg[]): number[] | null {
  if (spec === 'unknown') return null
  const start = startOf(spec.begin, args)
  if (start === null) return []
  if ('countAt' in spec.find) {
    const { countAt, first, step } = spec.find
    const count = Number(textOf(args[start + countAt]))
    if (!Number.isSafeInteger(count) || count < 0 || count > args.length) return null
    return Array.from({ length: count }, (_none, at) => start + first + at * step)
  }
  const { last, step, limit } = spec.find
  const left = args.length - start
  const end = last >= 0 ? start + last : limit > 1 ? start + Math.floor(left / limit) - 1 : args.length + last
  const positions: number[] = []
  for (let at = start; at <= end; at += Math.max(1, step)) positions.push(at)
  return positions
}

function startOf(begin: Exclude<KeySpec, 'unknown'>['begin'], args: readonly Arg[]): number | null {
  if ('index' in begin) return begin.index < args.length ? begin.index : null
  const isBackwards = begin.from < 0
  const step = isBackwards ? -1 : 1
  for (let at = isBackwards ? args.length + begin.from : begin.from; at > 0 && at < args.length; at += step) {
    if (textOf(args[at]).toLowerCase() === begin.keyword) return at + 1
  }
  return null
}

/** The server writes to the last of several, and its table tells the first: nobody needs two. */
function storesTwice({ name }: CommandEntry, args: readonly Arg[]): boolean {
  if (!name.startsWith('georadius')) return false
  const words = args.slice(5).map((arg) => textOf(arg).toLowerCase())
  return words.filter((word) => word === 'store' || word === 'storedist').length > 1
}

const bufferOf = (arg: Arg): Buffer => (typeof arg === 'string' ? Buffer.from(arg) : arg)

/** The commands of one server. */
export class CommandTable {
  readonly #entries: ReadonlyMap<string, CommandEntry>
  /** The server told nothing of its commands. */
  readonly isAssumed: boolean

  /** It holds for a moment alone, in which a script keeps the server from telling: for what ends the script. */
  readonly isPassing: boolean

  constructor(entries: readonly CommandEntry[], isAssumed: boolean, isPassing = false) {
    this.isPassing = isPassing
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]))
    this.isAssumed = isAssumed
  }

  get entries(): readonly CommandEntry[] {
    return [...this.#entries.values()]
  }

  /** The command these arguments name, sub-command included; undefined for one the server does not have. */
  entryOf(args: readonly Arg[]): CommandEntry | undefined {
    const name = textOf(args[0] ?? '').toLowerCase()
    const entry = this.#entries.get(name)
    if (entry === undefined || !entry.hasSubCommands) return entry
    return this.#entries.get(`${name}|${textOf(args[1] ?? '').toLowerCase()}`)
  }

  /** Keys of a command; null where nobody can tell from its arguments. */
  keysOf(args: readonly Arg[]): Buffer[] | null {
    const entry = this.entryOf(args)
    if (entry === undefined) return null
    const positions = this.#positionsOf(entry, args)
    const found = positions?.filter((at) => at > 0 && at < args.length)
    return found?.map((at) => bufferOf(args[at]!)) ?? null
  }

  #positionsOf(entry: CommandEntry, args: readonly Arg[]): number[] | null {
    if (storesTwice(entry, args)) return null
    if (entry.specs !== null && entry.specs.length > 0) {
      const all = entry.specs.map((spec) => positionsOf(spec, args))
      if (all.includes(null)) return null
      return [...new Set(all.flatMap((positions) => positions ?? []))]
    }
    if (entry.flags.has('movablekeys')) {
      try {
        const name = textOf(args[0])
        return getKeyIndexes(name, args.slice(1) as string[], { nameCaseInsensitive: true }).map(
          (at) => at + 1,
        )
      } catch {
        return null
      }
    }
    if (entry.first === 0) return []
    const last = entry.last < 0 ? args.length + entry.last : entry.last
    const positions: number[] = []
    for (let at = entry.first; at <= last; at += Math.max(1, entry.step)) positions.push(at)
    return positions
  }
}

/** Reads the server's own table (COMMAND); one whose COMMAND is refused is judged by what is commonly known. */
export async function loadCommandTable(
  send: (args: readonly Arg[]) => Promise<Reply>,
): Promise<CommandTable> {
  try {
    const entries = listOf(await send(['COMMAND'])).flatMap(readEntry)
    return entries.length > 0 ? new CommandTable(entries, false) : new CommandTable(builtIn(), true)
  } catch (error) {
    const words = refusedWords(error)
    if (words === null) throw error
    return new CommandTable(builtIn(), true, words.startsWith('BUSY'))
  }
}

/** What the server said where it refuses COMMAND; null for what went wrong otherwise. */
function refusedWords(error: unknown): string | null {
  const { def, params } = error as { def?: { code?: string }; params?: { words?: unknown } }
  return def?.code === 'redis_refused' ? String(params?.words ?? '') : null
}
