import type { FrameDirectionShown, FrameFilter } from '../../contract/index.ts'
import { termsOf } from './filter-terms.ts'
import type { Term } from './filter-terms.ts'

export type FilterFaultCode =
  | 'key'
  | 'not'
  | 'cmd'
  | 'many'
  | 'status'
  | 'size'
  | 'direction'
  | 'is'
  | 'twice'
  | 'empty'

export interface FilterFault {
  from: number
  to: number
  /** What stands there. */
  term: string
  code: FilterFaultCode
}

export type ParsedFilter = { ok: true; filter: FrameFilter } | { ok: false; fault: FilterFault }

const DIRECTIONS: Readonly<Record<string, FrameDirectionShown>> = {
  request: 'request',
  req: 'request',
  up: 'request',
  reply: 'reply',
  res: 'reply',
  down: 'reply',
  push: 'push',
  fault: 'fault',
  error: 'fault',
  note: 'note',
}
const ALL_DIRECTIONS: readonly FrameDirectionShown[] = ['request', 'reply', 'push', 'fault', 'note']
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 * 1024 }
const MOST_TERMS = 200
const MAX_CMD = 4_294_967_295

class Fault extends Error {
  readonly code: FilterFaultCode
  constructor(code: FilterFaultCode) {
    super(code)
    this.code = code
  }
}

function asked(value: string): string[] {
  const parts = value.split(',').filter((part) => part !== '')
  if (parts.length === 0) throw new Fault('empty')
  return parts
}

interface Range {
  from: number
  to: number
}

/** Numbers that begin with these digits, up to the largest command there can be. */
function rangesOf(digits: string): Range[] {
  const first = Number(digits)
  if (first === 0) return [{ from: 0, to: 0 }]
  const ranges: Range[] = []
  for (let size = 1; first * size <= MAX_CMD; size *= 10) {
    ranges.push({ from: first * size, to: Math.min(MAX_CMD, first * size + size - 1) })
  }
  return ranges
}

/** `1401`, `14*` or `1400-1499`: numbers, whether the definition knows them or not. */
function commandsOf(part: string): Range[] {
  if (/^\d+$/.test(part)) return [{ from: Number(part), to: Number(part) }]
  if (/^\d+\*$/.test(part)) return rangesOf(part.slice(0, -1))
  const range = /^(\d+)-(\d+)$/.exec(part)
  if (range === null) throw new Fault('cmd')
  return [{ from: Number(range[1]), to: Number(range[2]) }]
}

/** What lies in one of the first and in one of the second. */
function overlap(first: readonly Range[], second: readonly Range[]): Range[] {
  return first
    .flatMap((one) =>
      second.map((two) => ({ from: Math.max(one.from, two.from), to: Math.min(one.to, two.to) })),
    )
    .filter(({ from, to }) => from <= to)
}

function both<T>(before: readonly T[] | undefined, now: readonly T[]): T[] {
  return before === undefined ? [...now] : now.filter((value) => before.includes(value))
}

function withCommands(filter: FrameFilter, { value }: Term): FrameFilter {
  const now = asked(value).flatMap(commandsOf)
  if (now.some(({ to }) => to > MAX_CMD)) throw new Fault('cmd')
  const { cmds, cmdRanges, ...rest } = filter
  const before = [...(cmds ?? []).map((cmd) => ({ from: cmd, to: cmd })), ...(cmdRanges ?? [])]
  const isFirst = cmds === undefined && cmdRanges === undefined
  const all = isFirst ? now : overlap(before, now)
  const single = [...new Set(all.filter(({ from, to }) => from === to).map(({ from }) => from))]
  const ranges = all.filter(({ from, to }) => from < to)
  if (single.length > MOST_TERMS || ranges.length > MOST_TERMS) throw new Fault('many')
  return {
    ...rest,
    // Two terms that share no command let nothing through.
    ...(single.length > 0 || ranges.length === 0 ? { cmds: single } : {}),
    ...(ranges.length === 0 ? {} : { cmdRanges: ranges }),
  }
}

function withStatus(filter: FrameFilter, { value }: Term): FrameFilter {
  if (filter.status !== undefined) throw new Fault('twice')
  if (value === '0' || value === 'ok') return { ...filter, status: 'ok' }
  if (value === '!0' || value === 'failed') return { ...filter, status: 'failed' }
  const numbers = asked(value)
  if (!numbers.every((part) => /^\d{1,9}$/.test(part))) throw new Fault('status')
  return { ...filter, status: numbers.map(Number) }
}

function bytesOf(text: string | undefined, unit: string | undefined): number {
  return Math.round(Number(text) * (UNITS[(unit ?? '').toLowerCase()] ?? 1))
}

function withSize(filter: FrameFilter, { value }: Term): FrameFilter {
  const range = /^(\d+(?:\.\d+)?)([km]?)-(\d+(?:\.\d+)?)([km]?)$/i.exec(value)
  if (range !== null) {
    return { ...filter, minSize: bytesOf(range[1], range[2]), maxSize: bytesOf(range[3], range[4]) }
  }
  const bound = /^(>=|<=|>|<|)(\d+(?:\.\d+)?)([km]?)b?$/i.exec(value)
  if (bound === null) throw new Fault('size')
  const bytes = bytesOf(bound[2], bound[3])
  if (bound[1] === '>') return { ...filter, minSize: bytes + 1 }
  if (bound[1] === '>=') return { ...filter, minSize: bytes }
  if (bound[1] === '<') return { ...filter, maxSize: Math.max(0, bytes - 1) }
  if (bound[1] === '<=') return { ...filter, maxSize: bytes }
  return { ...filter, minSize: bytes, maxSize: bytes }
}

function withDirections(filter: FrameFilter, { value, isNot }: Term): FrameFilter {
  const named = asked(value).map((part) => DIRECTIONS[part.toLowerCase()])
  if (named.includes(undefined)) throw new Fault('direction')
  const directions = isNot ? ALL_DIRECTIONS.filter((each) => !named.includes(each)) : named
  return { ...filter, directions: both(filter.directions, directions as FrameDirectionShown[]) }
}

/** `is:pinned`, and what reads as a word of its own: `-heartbeat`. */
function withMark(filter: FrameFilter, { value, isNot }: Term): FrameFilter {
  if (value === 'pinned' && !isNot) return { ...filter, pinnedOnly: true }
  if (value === 'heartbeat' && isNot) return { ...filter, hidesHeartbeats: true }
  throw new Fault('is')
}

function withField(filter: FrameFilter, { path, value }: Term): FrameFilter {
  if (filter.field !== undefined) throw new Fault('twice')
  // A place in a list is a step of its own: `items[0].id` and `items.0.id` are the same.
  return { ...filter, field: { path: path.replaceAll(/\[(\d+)\]/g, '.$1'), value } }
}

function withWord(filter: FrameFilter, term: Term): FrameFilter {
  if (term.isNot) {
    if (term.value !== 'heartbeat') throw new Fault('not')
    return { ...filter, hidesHeartbeats: true }
  }
  return { ...filter, text: filter.text === undefined ? term.value : `${filter.text} ${term.value}` }
}

function withTerm(filter: FrameFilter, term: Term): FrameFilter {
  if (term.isNot && !['dir', 'is', ''].includes(term.key)) throw new Fault('not')
  if (term.key !== '' && term.value === '') throw new Fault('empty')
  if (term.key === '') return withWord(filter, term)
  if (term.key === 'field') return withField(filter, term)
  if (term.key === 'cmd') return withCommands(filter, term)
  if (term.key === 'status') return withStatus(filter, term)
  if (term.key === 'size') return withSize(filter, term)
  if (term.key === 'dir') return withDirections(filter, term)
  if (term.key === 'is') return withMark(filter, term)
  if (term.key === 'msg') return { ...filter, messages: [...(filter.messages ?? []), ...asked(term.value)] }
  throw new Fault('key')
}

/** What was typed as a filter of the time line, or the first term that cannot be understood. */
export function parseFilter(text: string): ParsedFilter {
  let filter: FrameFilter = {}
  for (const term of termsOf(text)) {
    try {
      filter = withTerm(filter, term)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { ok: false, fault: { from: term.from, to: term.to, term: term.text, code: error.code } }
    }
  }
  return { ok: true, filter }
}
