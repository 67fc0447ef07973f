import type { Change } from '@qd/protocol-model'
import { placeId } from '@qd/player-diff'
import type { ModuleDifference } from '../model/difference.ts'

/** One line of the tree of differences: a module, a row with several differences, or one difference. */
export type DifferenceLine =
  | { kind: 'module'; id: string; diff: string; changes: readonly Change[]; isOpen: boolean }
  | { kind: 'row'; id: string; key: string; changes: readonly Change[] }
  | { kind: 'change'; id: string; change: Change }

/** Modules with no more than this stand open by themselves. */
const OPEN_UP_TO = 20

/** The tree as the lines that are in view; `turned` holds the modules somebody opened or closed by hand. */
export function differenceLines(
  modules: readonly ModuleDifference[],
  turned: ReadonlySet<string>,
): DifferenceLine[] {
  const lines: DifferenceLine[] = []
  for (const { diff, count, rows } of modules) {
    const isOpen = (modules.length === 1 || count <= OPEN_UP_TO) !== turned.has(diff)
    const changes = rows.flatMap((row) => row.changes)
    lines.push({ kind: 'module', id: diff, diff, changes, isOpen })
    if (!isOpen) continue
    for (const row of rows) {
      if (row.key !== undefined && row.changes.length > 1) {
        lines.push({ kind: 'row', id: `${diff} ${row.key}`, key: row.key, changes: row.changes })
      }
      for (const change of row.changes) lines.push({ kind: 'change', id: placeId(change), change })
    }
  }
  return lines
}
