import type { LiveServer } from '@qd/web-testing'
import type { KeyFacts, KeyRow, RedisConnection, ScanProgress, TtlFilter } from '../../contract/index.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { sampleConnection } from './sample-connection.ts'

export const KEYS = 'redis.keys'

export const databaseIn = (change: Partial<RedisConnection> = {}, db = 0): OpenDatabase => ({
  id: `c1/${db}`,
  connection: sampleConnection({ databaseNames: { 1: '排行榜' }, ...change }),
  db,
  server: {
    version: '7.0.15',
    mode: 'standalone',
    isClusterNode: false,
    databases: [0, 1, 2, 3].map((each) => ({ db: each, keys: each === 0 ? 5 : 0 })),
    isAssumed: false,
    hasSearch: false,
    ms: 1,
  },
})

interface FakeKey {
  type?: string
  ttlMs?: number
  bytes?: number
}

/** A database behind the channel, as far as the page asks: its keys may change at any time. */
export interface FakeKeys {
  keys: Record<string, FakeKey>
  progress: ScanProgress
  /** Folders that answer that they list no more. */
  cut: Set<string>
  /** Tells the page of the scan, changed in parts. */
  tell: (change: Partial<ScanProgress>) => void
}

/** Rows of a folder as the server has them: folders first, then keys, by name. */
function rowsOf(keys: readonly string[], prefix: string, separators: readonly string[]): KeyRow[] {
  const separator = separators[0]
  const folders = new Map<string, number>()
  const leaves: string[] = []
  for (const key of keys.filter((each) => each.startsWith(prefix))) {
    const end = separator === undefined ? -1 : key.indexOf(separator, prefix.length)
    if (end < 0) leaves.push(key)
    else folders.set(key.slice(0, end + 1), (folders.get(key.slice(0, end + 1)) ?? 0) + 1)
  }
  const folderRows = [...folders].toSorted().map(([each, count]): KeyRow => ({
    kind: 'folder',
    name: each.slice(prefix.length, -1),
    prefix: each,
    keys: count,
    count: 'exact',
  }))
  return [
    ...folderRows,
    ...leaves.toSorted().map((key): KeyRow => ({ kind: 'key', key, name: key.slice(prefix.length) })),
  ]
}

const matches = (pattern: string, key: string): boolean =>
  pattern === '' ||
  new RegExp(`^${pattern.replaceAll(/[.+^${}()|]/g, String.raw`\$&`).replaceAll('*', '.*')}$`).test(key)

function hasTime(ttl: TtlFilter | undefined, leftMs: number): boolean {
  if (ttl === undefined) return true
  if (ttl.kind === 'none') return leftMs === -1
  return leftMs >= 0 && (ttl.kind === 'some' || leftMs <= ttl.seconds * 1_000)
}

interface ScanInput {
  pattern: string
  type: string
  ttl?: TtlFilter
  separators: string[]
}

/** Answers all the panel asks from a map of keys. */
export function fakeKeys(live: LiveServer, keys: Record<string, FakeKey>): FakeKeys {
  let scanned: ScanInput = { pattern: '', type: '', separators: [':'] }
  const fake: FakeKeys = {
    keys,
    cut: new Set(),
    progress: {
      scan: 0,
      state: 'drained',
      examined: 0,
      matched: 0,
      total: 0,
      ms: 12,
      nodes: [{ node: 'redis.test:6379', examined: 0, isDrained: true }],
      isCapped: false,
      bytes: 2_048,
      code: '',
      msg: '',
    },
    tell: (change) => {
      fake.progress = { ...fake.progress, ...change }
      live.tell(KEYS, { kind: 'scan', progress: fake.progress })
    },
  }
  const typeOf = (key: string): string => fake.keys[key]?.type ?? (key in fake.keys ? 'string' : 'none')
  const found = (): string[] =>
    Object.keys(fake.keys).filter(
      (key) =>
        matches(scanned.pattern, key) &&
        (scanned.type === '' || typeOf(key) === scanned.type) &&
        hasTime(scanned.ttl, fake.keys[key]?.ttlMs ?? -1),
    )
  const factsOf = (key: string): KeyFacts => ({
    key,
    type: typeOf(key),
    ttlMs: fake.keys[key]?.ttlMs ?? -1,
    bytes: fake.keys[key]?.bytes ?? 64,
  })
  live.answer(KEYS, 'scan', (input: ScanInput) => {
    scanned = input
    const total = Object.keys(fake.keys).length
    const matched = found().length
    fake.progress = { ...fake.progress, scan: fake.progress.scan + 1, examined: total, matched, total }
    return { reply: fake.progress }
  })
  live.answer(KEYS, 'rows', ({ prefix, from, count }: { prefix: string; from: number; count: number }) => {
    const rows = rowsOf(found(), prefix, scanned.separators)
    const more = fake.cut.has(prefix) ? 500 : 0
    const reply = { rows: rows.slice(from, from + count), total: rows.length + more, listed: rows.length }
    return { reply: { ...reply, isCut: fake.cut.has(prefix), isDropped: false } }
  })
  live.answer(KEYS, 'facts', ({ keys: asked }: { keys: string[] }) => ({
    reply: { list: asked.map(factsOf) },
  }))
  live.answer(KEYS, 'find', ({ key }: { key: string }) => ({ reply: factsOf(key) }))
  live.answer(KEYS, 'load', () => ({ reply: { keys: 1, isDone: true } }))
  live.answer(KEYS, 'touched', () => ({ reply: {} }))
  for (const [name, state] of [
    ['more', 'loaded'],
    ['all', 'drained'],
    ['pause', 'paused'],
    ['resume', 'running'],
    ['cancel', 'cancelled'],
  ] as const)
    live.answer(KEYS, name, () => {
      fake.progress = { ...fake.progress, state }
      return { reply: fake.progress }
    })
  return fake
}
