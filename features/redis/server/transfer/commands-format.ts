import { commandText } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import type { Arg } from '../link/redis-link.ts'
import type { InPart, KeyEnd, TransferCodec } from './formats.ts'
import { LineFault } from './line-fault.ts'
import { partCommands } from './part-commands.ts'
import { WORDS_MAX, wordsOf } from './command-words.ts'

/** A command that may stand in a file: how many words it has at least, and the type it writes; empty: of any. */
interface Allowed {
  readonly least: number
  readonly type: string
  /** Words behind the key come in so many at a time. */
  readonly step?: number
}
/** Commands that write data and nothing else; all others are refused. */
const ALLOWED: Readonly<Record<string, Allowed>> = {
  SET: { least: 3, type: 'string' },
  SETEX: { least: 4, type: 'string' },
  PSETEX: { least: 4, type: 'string' },
  APPEND: { least: 3, type: 'string' },
  SETRANGE: { least: 4, type: 'string' },
  SETBIT: { least: 4, type: 'string' },
  PFADD: { least: 2, type: 'string' },
  HSET: { least: 4, type: 'hash', step: 2 },
  HMSET: { least: 4, type: 'hash', step: 2 },
  RPUSH: { least: 3, type: 'list' },
  LPUSH: { least: 3, type: 'list' },
  SADD: { least: 3, type: 'set' },
  ZADD: { least: 4, type: 'zset' },
  GEOADD: { least: 5, type: 'zset' },
  XADD: { least: 5, type: 'stream' },
  XSETID: { least: 3, type: 'stream' },
  XGROUP: { least: 4, type: 'stream' },
  RESTORE: { least: 4, type: 'dump' },
  EXPIRE: { least: 3, type: '' },
  PEXPIRE: { least: 3, type: '' },
  EXPIREAT: { least: 3, type: '' },
  PEXPIREAT: { least: 3, type: '' },
}

/** Milliseconds of one of the unit, and whether it is a moment. */
const UNITS: Readonly<Record<string, readonly [number, boolean]>> = {
  EX: [1_000, false],
  PX: [1, false],
  EXAT: [1_000, true],
  PXAT: [1, true],
  EXPIRE: [1_000, false],
  PEXPIRE: [1, false],
  EXPIREAT: [1_000, true],
  PEXPIREAT: [1, true],
  SETEX: [1_000, false],
  PSETEX: [1, false],
}

function endOf(unit: string, word: Buffer | undefined): KeyEnd {
  const [factor, isMoment] = UNITS[unit] ?? [0, false]
  const text = String(word ?? '')
  if (factor === 0 || !/^\d{1,15}$/.test(text)) throw new LineFault('arguments', unit)
  const ms = Number(text) * factor
  return isMoment ? { at: ms, leftMs: null } : { at: null, leftMs: ms }
}

/** A time to live of 0 is none for RESTORE alone. */
function restoreEnd(words: readonly Buffer[]): KeyEnd | null {
  const options = words.slice(4).map((each) => each.toString().toUpperCase())
  if (options.some((each) => each !== 'ABSTTL')) throw new LineFault('arguments', 'RESTORE')
  if (String(words[2]) === '0') return null
  return endOf(options.includes('ABSTTL') ? 'PXAT' : 'PX', words[2])
}

interface Said {
  readonly end: KeyEnd | null
  /** With the name in the place of the key. */
  readonly args: ((name: Buffer) => Arg[]) | null
}

/** A command apart from when the key ends: that goes by what is chosen for the import. */
function saidBy(name: string, words: readonly Buffer[]): Said {
  const rest = words.slice(2)
  switch (name) {
    case 'EXPIRE':
    case 'PEXPIRE':
    case 'EXPIREAT':
    case 'PEXPIREAT':
      if (words.length !== 3) throw new LineFault('arguments', name)
      return { end: endOf(name, words[2]), args: null }
    case 'SETEX':
    case 'PSETEX':
      if (words.length !== 4) throw new LineFault('arguments', name)
      return { end: endOf(name, words[2]), args: (key) => ['SET', key, words[3]!] }
    case 'SET': {
      if (words.length !== 3 && words.length !== 5) throw new LineFault('arguments', name)
      const end = words.length === 3 ? null : endOf(words[3]!.toString().toUpperCase(), words[4])
      return { end, args: (key) => ['SET', key, words[2]!] }
    }
    case 'RESTORE':
      return { end: restoreEnd(words), args: (key) => ['RESTORE', key, '0', words[3]!] }
    case 'XGROUP': {
      const kind = words[1]!.toString().toUpperCase()
      if (kind !== 'CREATE' && kind !== 'DESTROY')
        throw new LineFault('command', `XGROUP ${kind.slice(0, 20)}`)
      return { end: null, args: (key) => ['XGROUP', kind, key, ...words.slice(3)] }
    }
    default:
      return { end: null, args: (key) => [name, key, ...rest] }
  }
}

function read(line: Buffer): InPart {
  const words = wordsOf(line)
  if (words === null) throw new LineFault('quotes')
  const name = (words[0] ?? '').toString().toUpperCase()
  const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined
  if (allowed === undefined) throw new LineFault('command', name.slice(0, 40))
  const isOdd = allowed.step !== undefined && (words.length - 2) % allowed.step !== 0
  if (words.length < allowed.least || words.length > WORDS_MAX || isOdd)
    throw new LineFault('arguments', name)
  const { end, args } = saidBy(name, words)
  return {
    key: words[name === 'XGROUP' ? 2 : 1]!,
    type: allowed.type,
    end,
    commands: (key) => (args === null ? [] : [args(key)]),
  }
}

const lineOf = (args: readonly Arg[]): string =>
  `${commandText(args.map((arg) => bytesOf(Buffer.isBuffer(arg) ? arg : Buffer.from(arg))))}\n`

/** Text for redis-cli: the commands that write a key, its end with the first of them. */
export const commandsFormat: TransferCodec = {
  head: '',
  asDump: false,
  hasQuotedLines: false,
  write: ({ key, end, value, isFirst }) => {
    const commands = partCommands(value, key, isFirst)
    const ends = isFirst && end.at !== null ? [['PEXPIREAT', key, String(end.at)]] : []
    return [...commands, ...ends].map(lineOf).join('')
  },
  read,
}
