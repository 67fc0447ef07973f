import type { Change } from '@qd/protocol-model'

/** A module to read; `keys` picks rows of a table. */
export interface WantedModule {
  diff: string
  keys?: string[]
}

/** What changes touch and no more: rows where every change of a table names its row, else the whole module. */
export function touchedBy(changes: readonly Pick<Change, 'diff' | 'key'>[]): WantedModule[] {
  const wanted = new Map<string, Set<string> | null>()
  for (const { diff, key } of changes) {
    const keys = wanted.get(diff)
    if (key === undefined || keys === null) wanted.set(diff, null)
    else wanted.set(diff, (keys ?? new Set<string>()).add(key))
  }
  return [...wanted].map(([diff, keys]) => (keys === null ? { diff } : { diff, keys: [...keys] }))
}
