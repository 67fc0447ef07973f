import type { StateChange } from '../connections/connection-store.ts'

/** A value that changed, once for however often it did. */
export interface ChangedValue extends StateChange {
  /** Frames that changed it, newest first. */
  frames: readonly number[]
}

export interface ChangedModule {
  module: string
  values: readonly ChangedValue[]
}

/** More are not drawn; older ones stand in the frames. */
const MOST_SHOWN = 120

/** The last change of each value, by module; what changed last stands first. `changes` come newest first. */
export function groupChanges(changes: readonly StateChange[]): ChangedModule[] {
  const values = new Map<string, ChangedValue & { frames: number[] }>()
  for (const change of changes) {
    const place = `${change.module} ${change.path}`
    const known = values.get(place)
    if (known === undefined) values.set(place, { ...change, frames: [change.frame] })
    else known.frames.push(change.frame)
  }
  const modules = Map.groupBy([...values.values()].slice(0, MOST_SHOWN), ({ module }) => module)
  return [...modules].map(([module, own]) => ({ module, values: own }))
}

/**
 * Each value before the first and after the last of the frames `from` up to and without `to`, by module; what is as it was
 * before stands not in it. `changes` come newest first.
 */
export function changesBetween(changes: readonly StateChange[], from: number, to: number): ChangedModule[] {
  const values = new Map<string, ChangedValue & { frames: number[] }>()
  for (const change of changes) {
    if (change.frame < from || change.frame >= to) continue
    const place = `${change.module} ${change.path}`
    const later = values.get(place)
    if (later === undefined) values.set(place, { ...change, frames: [change.frame] })
    else {
      later.before = change.before
      later.frames.push(change.frame)
    }
  }
  const differing = [...values.values()].filter(({ before, after }) => before !== after).slice(0, MOST_SHOWN)
  return [...Map.groupBy(differing, ({ module }) => module)].map(([module, own]) => ({ module, values: own }))
}
