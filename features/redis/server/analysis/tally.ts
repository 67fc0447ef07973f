import { ANALYSIS_FOLDERS, ANALYSIS_TOP, BIG_KEYS, SIZE_BOUNDS, TTL_SPANS } from '../../contract/index.ts'
import type {
  AnalysisFolders,
  AnalysisOptions,
  AnalysisReport,
  Estimate,
  RedisBytes,
  TopKey,
  TOP_LISTS,
} from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import { estimateTotal } from './estimate.ts'
import { PrefixSums } from './prefix-sums.ts'
import type { PrefixSum } from './prefix-sums.ts'
import { TopList } from './top-list.ts'

/** A longer name is cut in the lists: 500 of them must stay small. */
const NAME_BYTES_MAX = 4_096
const HOUR_MS = 3_600_000
/** Upper bounds of the spans behind `none`, the last one open. */
const SPAN_ENDS_MS = [HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS, 30 * 24 * HOUR_MS, Infinity]

/** One key as it was measured. */
export interface Measured {
  readonly key: Buffer
  /** As the server names it. */
  readonly type: string
  /** -1: no end. */
  readonly ttlMs: number
  readonly bytes: number | null
  readonly elements: number | null
  readonly frequency: number | null
}

/** A folder as it is kept. */
export interface KeptFolder {
  readonly prefix: RedisBytes
  readonly keys: number
  readonly bytes: Estimate
}

type ListName = (typeof TOP_LISTS)[number]

/** Number, bytes and squares of the bytes of some of the measured keys. */
class Sum {
  keys = 0
  bytes = 0
  squares = 0

  add(bytes: number): void {
    this.keys += 1
    this.bytes += bytes
    this.squares += bytes * bytes
  }
}

const sumsFor = (classes: readonly unknown[]) => classes.map(() => new Sum())

export const spanOf = (ttlMs: number): number =>
  ttlMs < 0 ? 0 : 1 + SPAN_ENDS_MS.findIndex((end) => ttlMs < end)
export const sizeOf = (bytes: number): number =>
  SIZE_BOUNDS.findIndex((bound) => bound === null || bytes < bound)

/** What is kept of a run: sums, the largest keys and the folders; never all names. */
export class Tally {
  readonly prefixes: PrefixSums
  readonly #minBytes: number
  readonly #tops: Record<ListName, TopList<TopKey>> = {
    bytes: new TopList(ANALYSIS_TOP),
    elements: new TopList(ANALYSIS_TOP),
    frequency: new TopList(ANALYSIS_TOP),
  }
  readonly #types = new Map<string, Sum>()
  readonly #ttls = sumsFor(TTL_SPANS)
  readonly #sizes = sumsFor(SIZE_BOUNDS)
  readonly #all = new Sum()
  readonly #big = { strings: 0, largeStrings: 0, collections: 0 }
  #matched = 0

  constructor({ separators, minBytes }: Pick<AnalysisOptions, 'separators' | 'minBytes'>, capBytes: number) {
    this.#minBytes = minBytes
    this.prefixes = new PrefixSums({ separators: separators.map((each) => Buffer.from(each)), capBytes })
  }

  get matched(): number {
    return this.#matched
  }

  get measured(): number {
    return this.#all.keys
  }

  /** A key that was found, measured or not. */
  see(key: Buffer): void {
    this.#matched += 1
    this.prefixes.see(key.toString('latin1'))
  }

  /** It went before it could be measured. */
  gone(key: Buffer): void {
    this.#matched -= 1
    this.prefixes.see(key.toString('latin1'), -1)
  }

  measure(measured: Measured): void {
    const { key, type, ttlMs, elements, bytes } = measured
    const size = bytes ?? 0
    this.#all.add(size)
    this.prefixes.measure(key.toString('latin1'), size)
    const ofType = this.#types.get(type) ?? new Sum()
    this.#types.set(type, ofType)
    ofType.add(size)
    this.#ttls[spanOf(ttlMs)]!.add(size)
    if (bytes !== null) this.#sizes[sizeOf(bytes)]!.add(size)
    // Without bytes the length of a string is known by its elements.
    const length = bytes ?? elements ?? 0
    if (type === 'string' && length >= BIG_KEYS.string) this.#big.strings += 1
    if (type === 'string' && length >= BIG_KEYS.largeString) this.#big.largeStrings += 1
    if (type !== 'string' && (elements ?? 0) >= BIG_KEYS.elements) this.#big.collections += 1
    if (bytes === null || bytes >= this.#minBytes) this.#list(measured)
  }

  #list({ key, ...facts }: Measured): void {
    let name: string | null = null
    for (const list of ['bytes', 'elements', 'frequency'] as const) {
      const by = facts[list]
      if (by === null || !this.#tops[list].takes(by)) continue
      name ??= key.toString('latin1')
      const isCut = key.length > NAME_BYTES_MAX
      // A copy: a part of a reply would keep all of it.
      const kept = bytesOf(Buffer.from(isCut ? key.subarray(0, NAME_BYTES_MAX) : key))
      this.#tops[list].add(by, isCut ? name.slice(0, NAME_BYTES_MAX) : name, { key: kept, isCut, ...facts })
    }
  }

  top(list: ListName): readonly TopKey[] {
    return this.#tops[list].values
  }

  report(): AnalysisReport {
    const sums = (of: Sum) => ({ keys: this.#keysOf(of.keys), bytes: this.#estimate(of.bytes, of.squares) })
    const types = [...this.#types].map(([type, sum]) => ({ type, ...sums(sum) }))
    const { strings, largeStrings, collections } = this.#big
    return {
      keys: this.#matched,
      bytes: this.#estimate(this.#all.bytes, this.#all.squares),
      types: types.toSorted((a, b) => b.bytes.value - a.bytes.value || b.keys.value - a.keys.value),
      ttls: this.#ttls.map(sums),
      sizes: this.#sizes.map(sums),
      big: {
        strings: this.#keysOf(strings),
        largeStrings: this.#keysOf(largeStrings),
        collections: this.#keysOf(collections),
      },
    }
  }

  /** The largest folders of all depths, to be compared with those of another run. */
  largestFolders(most: number): { folders: KeptFolder[]; isCut: boolean } {
    const largest = new TopList<KeptFolder>(most)
    let count = 0
    for (const { prefix, sum } of this.prefixes.all()) {
      count += 1
      const folder = { prefix: bytesOf(Buffer.from(prefix, 'latin1')), keys: sum.keys, bytes: bytesIn(sum) }
      // Where no bytes are known, the numbers of keys decide.
      largest.add(folder.bytes.value + sum.keys / 1_000, prefix, folder)
    }
    return { folders: [...largest.values], isCut: count > most || this.prefixes.isCapped }
  }

  #estimate(sum: number, squares: number) {
    return estimateTotal({ population: this.#matched, measured: this.#all.keys, sum, squares })
  }

  /** Each counts as 1, whose square is 1. */
  #keysOf(keys: number) {
    return this.#estimate(keys, keys)
  }

  /** What lies directly in a folder; of many folders the largest are named. */
  folders(prefix: Buffer): AnalysisFolders {
    const found = this.prefixes.folder(prefix.toString('latin1'))
    const { sum, isCut, children } = found ?? { sum: NONE, isCut: false, children: [] }
    const rows = children
      .map((child) => ({ ...child, bytes: bytesIn(child), measuredBytes: child.bytes }))
      .toSorted((a, b) => b.bytes.value - a.bytes.value || b.keys - a.keys)
    const beyond = children.length - ANALYSIS_FOLDERS
    const rest = rows.slice(ANALYSIS_FOLDERS)
    const plus = (a: PrefixSum, b: PrefixSum): PrefixSum => ({
      keys: a.keys + b.keys,
      measured: a.measured + b.measured,
      bytes: a.bytes + b.bytes,
      squares: a.squares + b.squares,
    })
    const below = children.reduce(plus, NONE)
    const others = rest.map((row) => ({ ...row, bytes: row.measuredBytes })).reduce(plus, NONE)
    return {
      ...shown(sum),
      rows: rows.slice(0, ANALYSIS_FOLDERS).map(({ name, hasFolders, keys, measured, bytes }) => ({
        name: bytesOf(Buffer.from(name, 'latin1')),
        prefix: bytesOf(Buffer.concat([prefix, Buffer.from(name, 'latin1')])),
        hasFolders,
        keys,
        measured,
        bytes,
      })),
      own: shown({
        keys: sum.keys - below.keys,
        measured: sum.measured - below.measured,
        bytes: sum.bytes - below.bytes,
        squares: sum.squares - below.squares,
      }),
      others: { folders: Math.max(0, beyond), ...shown(others) },
      isCut,
    }
  }
}

const NONE: PrefixSum = { keys: 0, measured: 0, bytes: 0, squares: 0 }

const bytesIn = ({ keys, measured, bytes, squares }: PrefixSum) =>
  estimateTotal({ population: keys, measured, sum: bytes, squares })

const shown = (sum: PrefixSum) => ({ keys: sum.keys, measured: sum.measured, bytes: bytesIn(sum) })
