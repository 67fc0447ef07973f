import { defineChannel, z } from '@qd/contract-kit'
import { redisBytes } from './bytes.ts'
import { databaseRef } from './connections.ts'
import { readRedis } from './permissions.ts'

/*
 * What takes the memory of one database: a run examines all keys as a scan does, within the same budget, and measures all
 * or some of them. A run belongs to the session; it goes on for a while when its page has gone.
 */

/** Keys of each list of the largest. */
export const ANALYSIS_TOP = 500
/** Folders of one answer; the others come as one sum. */
export const ANALYSIS_FOLDERS = 200
/** Of how many keys one is measured, at random; 1: all. */
export const ANALYSIS_SHARES = [1, 10, 100, 1_000] as const
/** Time left: none; below an hour, a day, 7 days, 30 days; more. */
export const TTL_SPANS = ['none', 'hour', 'day', 'week', 'month', 'more'] as const
/** Upper bounds of the classes of size in bytes, the last one open. */
export const SIZE_BOUNDS = [128, 1_024, 10_240, 102_400, 1_048_576, 10_485_760, null] as const
/** Results that are kept of one person on one database; an older one leaves for a new one, and when its time is over. */
export const ANALYSES_KEPT = 10
export const ANALYSES_KEPT_MS = 30 * 86_400_000
/** Folders of a result that are kept, the largest. */
export const KEPT_FOLDERS = 2_000
/** Rows of one answer of a comparison. */
export const COMPARED_ROWS = 500
/** From here on a key counts as big: strings by bytes, all others by elements. */
export const BIG_KEYS = { string: 10_240, largeString: 1_048_576, elements: 5_000 } as const

export const analysisOptions = z.object({
  /** Glob; empty for all. */
  pattern: z.string().check(z.maxLength(1_000)),
  /** Only keys of this type; empty for all. */
  type: z.string().check(z.maxLength(64)),
  share: z.union([z.literal(1), z.literal(10), z.literal(100), z.literal(1_000)]),
  /** The lists of the largest name no smaller keys, bytes. */
  minBytes: z.int().check(z.gte(0), z.lte(1_099_511_627_776)),
  /** Counts elements, too: Redis notes that as a use of the key. */
  withElements: z.boolean(),
  /** Asks how often keys are used: known where the server evicts by LFU. */
  withFrequency: z.boolean(),
  separators: z.array(z.string().check(z.minLength(1), z.maxLength(8))).check(z.maxLength(5)),
})
export type AnalysisOptions = z.output<typeof analysisOptions>

export const ANALYSIS_STATES = ['running', 'paused', 'done', 'cancelled', 'failed'] as const

export const analysisProgress = z.object({
  /** Number of the run. */
  run: z.int(),
  state: z.enum(ANALYSIS_STATES),
  options: analysisOptions,
  /** Keys the server looked at, those that matched, and those of them that were measured. */
  examined: z.number(),
  matched: z.number(),
  measured: z.number(),
  /** Keys there were; null where the server does not tell or the caller may read some only. */
  total: z.nullable(z.number()),
  ms: z.number(),
  startedAt: z.number(),
  /** MEMORY USAGE is answered; false: bytes are unknown. */
  hasBytes: z.boolean(),
  frequency: z.enum(['off', 'known', 'notLfu', 'refused']),
  /** There are more folders than are told apart: the others count for the folder above. */
  isCapped: z.boolean(),
  code: z.string(),
  msg: z.string(),
})
export type AnalysisProgress = z.output<typeof analysisProgress>

/** A sum over all keys; of a sample with its standard error, 0 where all were measured. */
export const estimate = z.object({ value: z.number(), error: z.number() })
export type Estimate = z.output<typeof estimate>

const sums = { keys: estimate, bytes: estimate }
export const analysisReport = z.object({
  keys: z.number(),
  bytes: estimate,
  types: z.array(z.object({ type: z.string(), ...sums })),
  /** In the order of TTL_SPANS and SIZE_BOUNDS. */
  ttls: z.array(z.object(sums)),
  sizes: z.array(z.object(sums)),
  /** Keys beyond BIG_KEYS. */
  big: z.object({ strings: estimate, largeStrings: estimate, collections: estimate }),
})
export type AnalysisReport = z.output<typeof analysisReport>

export const topKey = z.object({
  key: redisBytes,
  /** The name is longer and cut: such a key is not opened by it. */
  isCut: z.boolean(),
  type: z.string(),
  ttlMs: z.number(),
  bytes: z.nullable(z.number()),
  elements: z.nullable(z.number()),
  /** Logarithmic counter of LFU, 0 to 255. */
  frequency: z.nullable(z.number()),
})
export type TopKey = z.output<typeof topKey>

export const TOP_LISTS = ['bytes', 'elements', 'frequency'] as const

const folderSums = { keys: z.number(), measured: z.number(), bytes: estimate }
export const folderRow = z.object({
  name: redisBytes,
  prefix: redisBytes,
  hasFolders: z.boolean(),
  ...folderSums,
})

export const analysisFolders = z.object({
  ...folderSums,
  rows: z.array(folderRow),
  /** Keys of the folder itself, and of folders that are not told apart. */
  own: z.object(folderSums),
  /** Folders beyond those of `rows`. */
  others: z.object({ folders: z.number(), ...folderSums }),
  /** Some of its folders are not told apart. */
  isCut: z.boolean(),
})
export type AnalysisFolders = z.output<typeof analysisFolders>

/** A result that was kept, without its sums. */
export const keptAnalysis = z.object({
  id: z.string(),
  /** Whose run it was. */
  by: z.string(),
  startedAt: z.number(),
  options: analysisOptions,
  keys: z.number(),
  bytes: estimate,
  hasBytes: z.boolean(),
})
export type KeptAnalysis = z.output<typeof keptAnalysis>

const figures = z.object(sums)
export type ComparedFigures = z.output<typeof figures>

/** Null: the folder was too small to be kept in that result. */
export const comparedFolder = z.object({
  prefix: redisBytes,
  before: z.nullable(figures),
  after: z.nullable(figures),
})
export type ComparedFolder = z.output<typeof comparedFolder>

export const comparison = z.object({
  before: keptAnalysis,
  after: keptAnalysis,
  types: z.array(z.object({ type: z.string(), before: figures, after: figures })),
  /** Of all depths, those that changed most first. */
  folders: z.array(comparedFolder),
  /** Folders there are; `folders` begins at `from` and has a part of them. */
  total: z.number(),
})
export type Comparison = z.output<typeof comparison>

const run = z.int()
const keptId = z.string().check(z.minLength(1), z.maxLength(64))
export const analysisChannel = defineChannel({
  name: 'redis.analysis',
  title: 'redis.analysisLive',
  permission: readRedis,
  level: 2,
  open: z.object(databaseRef),
  target: (open) => ({ lineId: open.lineId }),
  /** How far it is; told at once where a run is there already. */
  event: z.object({ progress: analysisProgress }),
  asks: {
    /** Begins a run; the one before is gone. */
    begin: { input: analysisOptions, reply: analysisProgress },
    pause: { input: z.object({ run }), reply: analysisProgress },
    resume: { input: z.object({ run }), reply: analysisProgress },
    cancel: { input: z.object({ run }), reply: analysisProgress },
    /** Sums of the keys measured so far. */
    report: { input: z.object({ run }), reply: analysisReport },
    /** What lies directly in a folder, the largest first. */
    folders: { input: z.object({ run, prefix: redisBytes }), reply: analysisFolders },
    /** The largest keys; long names make an answer shorter than asked for. */
    top: {
      input: z.object({
        run,
        by: z.enum(TOP_LISTS),
        from: z.int().check(z.gte(0), z.lte(ANALYSIS_TOP)),
        count: z.int().check(z.gte(1), z.lte(ANALYSIS_TOP)),
      }),
      reply: z.object({ rows: z.array(topKey), total: z.number() }),
    },
    /** Results of earlier runs, of everybody with the same rights here, the newest first. */
    kept: { input: z.object({}), reply: z.object({ list: z.array(keptAnalysis) }) },
    /** What grew or shrank between two of them. */
    compare: {
      input: z.object({ before: keptId, after: keptId, from: z.int().check(z.gte(0)) }),
      reply: comparison,
    },
  },
})
