import { keptNow, useKept } from '@qd/web-frame'
import { LOAD_MAX, LOAD_MIN } from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'
import { BY_NAME, sortOf } from './key-sort.ts'
import type { KeySort } from './key-sort.ts'
import type { ScanParams } from './key-state.ts'

const KEY = 'redis.keyLoad'
const USUAL_LOAD = 500
/** Above this a load may take long and the page says so. */
export const LOAD_WARNS_AT = 5_000

export interface LoadSettings {
  mode: 'quick' | 'full'
  load: number
  isTree: boolean
  /** Shows what keys take in memory. */
  hasSizes: boolean
  sort: KeySort
}

const USUAL: LoadSettings = { mode: 'quick', load: USUAL_LOAD, isTree: true, hasSizes: false, sort: BY_NAME }

/** What was kept may come from another version of the page. */
function settingsOf(kept: unknown): LoadSettings {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof LoadSettings, unknown>
  >
  const load = typeof given.load === 'number' && Number.isFinite(given.load) ? given.load : USUAL_LOAD
  return {
    mode: given.mode === 'full' ? 'full' : 'quick',
    load: Math.min(LOAD_MAX, Math.max(LOAD_MIN, Math.round(load))),
    isTree: given.isTree !== false,
    hasSizes: given.hasSizes === true,
    sort: sortOf(given.sort),
  }
}

/** How keys are loaded and shown, kept with the account. */
export function useLoadSettings(): [LoadSettings, (change: Partial<LoadSettings>) => void] {
  const [kept, keep] = useKept<unknown>(KEY, USUAL)
  const settings = settingsOf(kept)
  return [settings, (change) => keep({ ...settingsOf(keptNow(KEY)), ...change })]
}

/** In which order keys stand first. */
export const usualSort = (): KeySort => settingsOf(keptNow(KEY)).sort

/** What a database is scanned for first. */
export function usualParams({ filter, separators }: RedisConnection): ScanParams {
  const { mode, load, isTree } = settingsOf(keptNow(KEY))
  return {
    pattern: filter,
    isGlob: false,
    type: '',
    ttl: null,
    mode,
    load,
    isTree: isTree && separators.length > 0,
  }
}
