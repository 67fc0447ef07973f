import type { LiveServer } from '@qd/web-testing'
import type {
  AnalysisFolders,
  AnalysisOptions,
  AnalysisProgress,
  AnalysisReport,
  ComparedFolder,
  KeptAnalysis,
  TopKey,
} from '../../contract/index.ts'

export const ANALYSIS = 'redis.analysis'

const exact = (value: number) => ({ value, error: 0 })
export const sums = (keys: number, bytes: number) => ({ keys: exact(keys), bytes: exact(bytes) })
const folder = (prefix: string, keys: number, bytes: number, hasFolders = false) => ({
  name: prefix,
  prefix,
  hasFolders,
  keys,
  measured: keys,
  bytes: exact(bytes),
})
const none = { keys: 0, measured: 0, bytes: exact(0) }

const FOLDERS: Record<string, AnalysisFolders> = {
  '': {
    keys: 1_000,
    measured: 1_000,
    bytes: exact(10_240_000),
    rows: [folder('game:', 900, 8_192_000, true), folder('mail:', 90, 1_024_000)],
    own: { keys: 10, measured: 10, bytes: exact(1_024_000) },
    others: { folders: 0, ...none },
    isCut: false,
  },
  'game:': {
    keys: 900,
    measured: 900,
    bytes: exact(8_192_000),
    rows: [{ ...folder('game:eu:', 900, 8_192_000), name: 'eu:' }],
    own: none,
    others: { folders: 0, ...none },
    isCut: true,
  },
}

const REPORT: AnalysisReport = {
  keys: 1_000,
  bytes: exact(10_240_000),
  types: [
    { type: 'string', ...sums(800, 9_216_000) },
    { type: 'hash', ...sums(200, 1_024_000) },
  ],
  ttls: [sums(900, 9_000_000), sums(100, 1_240_000), sums(0, 0), sums(0, 0), sums(0, 0), sums(0, 0)],
  sizes: [sums(999, 1_024_000), ...[0, 0, 0, 0].map(() => sums(0, 0)), sums(1, 9_216_000), sums(0, 0)],
  big: { strings: exact(7), largeStrings: exact(1), collections: exact(3) },
}

const key = (name: string, bytes: number | null, elements: number | null): TopKey => ({
  key: name,
  isCut: false,
  type: elements === null ? 'string' : 'hash',
  ttlMs: -1,
  bytes,
  elements,
  frequency: null,
})

const TOP = {
  bytes: [key('blob', 9_216_000, null), key('game:eu:1', 4_096, 12)],
  elements: [key('game:eu:2', 1_024, 6_000)],
  frequency: [],
}

const NEW: AnalysisProgress = {
  run: 0,
  state: 'running',
  options: {
    pattern: '',
    type: '',
    share: 1,
    minBytes: 0,
    withElements: true,
    withFrequency: false,
    separators: [':'],
  },
  examined: 400,
  matched: 400,
  measured: 300,
  total: 1_000,
  ms: 5,
  startedAt: Date.UTC(2026, 10, 23, 6),
  hasBytes: true,
  frequency: 'off',
  isCapped: false,
  code: '',
  msg: '',
}

/** A result that was kept some hours after the first. */
export const keptResult = (id: string, hour: number, change: Partial<KeptAnalysis> = {}): KeptAnalysis => ({
  id,
  by: 'ann',
  startedAt: Date.UTC(2026, 10, 23, hour),
  options: NEW.options,
  keys: 1_000,
  bytes: exact(10_240),
  hasBytes: true,
  ...change,
})

export interface FakeAnalysis {
  report: AnalysisReport
  begun: AnalysisOptions[]
  kept: KeptAnalysis[]
  folders: ComparedFolder[]
  /** Tells the page of the run, changed in parts. */
  tell: (change: Partial<AnalysisProgress>) => void
}

/** Answers all the view asks of a run. */
export function fakeAnalysis(live: LiveServer): FakeAnalysis {
  let progress = NEW
  const fake: FakeAnalysis = {
    report: REPORT,
    begun: [],
    kept: [],
    folders: [],
    tell: (change) => {
      progress = { ...progress, ...change }
      live.tell(ANALYSIS, { progress })
    },
  }
  live.answer(ANALYSIS, 'begin', (options: AnalysisOptions) => {
    fake.begun.push(options)
    progress = { ...NEW, run: progress.run + 1, options }
    return { reply: progress }
  })
  live.answer(ANALYSIS, 'report', () => ({ reply: fake.report }))
  live.answer(ANALYSIS, 'folders', ({ prefix }: { prefix: string }) => ({ reply: FOLDERS[prefix] }))
  live.answer(ANALYSIS, 'top', ({ by, from }: { by: keyof typeof TOP; from: number }) => ({
    reply: { rows: TOP[by].slice(from), total: TOP[by].length },
  }))
  live.answer(ANALYSIS, 'kept', () => ({ reply: { list: fake.kept } }))
  live.answer(ANALYSIS, 'compare', (asked: { before: string; after: string; from: number }) => {
    const [before, after] = [asked.before, asked.after].map((id) => fake.kept.find((each) => each.id === id))
    const types = [{ type: 'hash', before: sums(0, 0), after: sums(3, 3_072) }]
    // Two at a time, as long names make it.
    const folders = fake.folders.slice(asked.from, asked.from + 2)
    return { reply: { before, after, types, folders, total: fake.folders.length } }
  })
  for (const [name, state] of [
    ['pause', 'paused'],
    ['resume', 'running'],
    ['cancel', 'cancelled'],
  ] as const)
    live.answer(ANALYSIS, name, () => {
      progress = { ...progress, state }
      return { reply: progress }
    })
  return fake
}
