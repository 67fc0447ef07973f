import type { Language } from '@qd/i18n'
import type { QueryDeps } from './entry-query.ts'
import type { EntryIndex } from './entry-index.ts'

/** A place that can be chosen, with its name. */
export interface AuditPlace {
  scope: string
  name: string
  depth: number
}

export interface SearchDeps extends QueryDeps {
  index: EntryIndex
  nowMs: () => number
  /** Games, operators and lines of the catalogue. */
  places: () => readonly AuditPlace[]
  /** Calls of the running program that always leave a row. */
  actions: () => readonly string[]
  /** Names of users, groups, tokens and jobs by their ids. */
  namesOf: (ids: readonly string[], lang: Language) => Promise<ReadonlyMap<string, string>>
  /** Names of a scope path from the game down, as far as the catalogue knows them. */
  placeNameOf: (path: string) => readonly string[]
  titleOf: (lang: Language, action: string) => string
}
