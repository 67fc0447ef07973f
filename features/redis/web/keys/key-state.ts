import { LOAD_MAX, LOAD_MIN } from '../../contract/index.ts'
import type { KeyFacts, RedisBytes, ScanProgress, TtlFilter } from '../../contract/index.ts'
import type { FollowedJob } from './follow-job.ts'
import type { Ordering } from './key-order.ts'
import type { KeySort } from './key-sort.ts'

/** What is scanned for. */
export interface ScanParams {
  /** Glob; empty for all. */
  pattern: string
  /** Not the name of a key, even where there is one of these signs. */
  isGlob: boolean
  /** Empty for all. */
  type: string
  /** By the time left; null: all. */
  ttl: TtlFilter | null
  mode: 'quick' | 'full'
  /** Keys of one load of a quick scan. */
  load: number
  isTree: boolean
}

interface LinkState {
  state: 'ready' | 'reconnecting' | 'lost'
  attempt: number
  msg: string
}

export interface KeySessionState {
  params: ScanParams
  sort: KeySort
  /** How far the reading for the sorting is; null: nothing is read. */
  ordering: Ordering | null
  progress: ScanProgress | null
  link: LinkState
  /** Why the keys cannot be read; empty when they can. */
  failure: string
  /** Counts what was read: rows and facts are kept outside. */
  version: number
  /** The key that was looked for by its name, and what is known of it; type `none`: there is none. */
  found: KeyFacts | null
  /** Id of the line the keys of the keyboard move from. */
  current: string | null
  /** Chosen keys by their bytes' id. */
  chosen: ReadonlyMap<string, RedisBytes>
  /** Work on many keys that was started here. */
  jobs: readonly FollowedJob[]
  /** Line to bring into view, and how often that was wished. */
  wanted: { id: string; count: number } | null
}

export const READY: LinkState = { state: 'ready', attempt: 0, msg: '' }
export const boundLoad = (load: number): number => Math.min(LOAD_MAX, Math.max(LOAD_MIN, Math.round(load)))
