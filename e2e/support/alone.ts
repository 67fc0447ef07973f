import { join } from 'node:path'
import { startChild } from '@qd/testing/children'
import type { ChildEnd } from '@qd/testing/children'

const ROOT = join(import.meta.dirname, '../..')

export interface AloneRun {
  /** What stands behind `begin` in the next line that has it; rejects when the program ends before. */
  said(begin: string): Promise<string>
  /** Everything it said, once it has ended, and its exit code. */
  ended: Promise<ChildEnd>
  /** As Ctrl+C in a terminal does it. */
  interrupt(): Promise<ChildEnd>
}

/** `npm run simulator -- ARGS`, as somebody types it in a folder of theirs. */
export function startAlone(folder: string, ...args: string[]): AloneRun {
  // npm and what it starts end together.
  const options = { cwd: folder, isGroup: true }
  const child = startChild('npm', ['run', '--silent', '--prefix', ROOT, 'simulator', '--', ...args], options)
  return {
    ended: child.ended,
    async said(begin) {
      const line = await child.says(begin)
      return line.slice(line.indexOf(begin) + begin.length).trim()
    },
    interrupt() {
      child.signal('SIGINT')
      return child.ended
    },
  }
}
