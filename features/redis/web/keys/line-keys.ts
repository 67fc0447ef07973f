import type { KeySession } from './key-session.ts'

/** Lines a press of the page keys moves. */
const PAGE = 20

/** The line a key of the keyboard goes to; null: it is not for moving. */
export function lineAfter(key: string, line: number, session: KeySession): number | null {
  const { rows } = session
  const last = rows.length - 1
  const flat = rows.at(line)
  const isFolder = flat?.kind === 'row' && flat.row.kind === 'folder'
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, line + 1)
    case 'ArrowUp':
      return Math.max(0, line - 1)
    case 'PageDown':
      return Math.min(last, line + PAGE)
    case 'PageUp':
      return Math.max(0, line - PAGE)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowRight':
      return isFolder && flat.isOpen ? Math.min(last, line + 1) : null
    case 'ArrowLeft': {
      if (isFolder && flat.isOpen) return null
      for (let up = line - 1; up >= 0; up -= 1) {
        if ((rows.at(up)?.depth ?? 0) < (flat?.depth ?? 0)) return up
      }
      return null
    }
    default:
      return null
  }
}
