import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '../..')

export interface AloneRun {
  /** What stands behind `begin` in the next line that has it; rejects when the program ends before. */
  said(begin: string): Promise<string>
  /** Everything it said, once it has ended, and its exit code. */
  ended: Promise<{ code: number | null; text: string }>
  /** As Ctrl+C in a terminal does it. */
  interrupt(): Promise<{ code: number | null; text: string }>
}

/** `npm run simulator -- ARGS`, as somebody types it in a folder of theirs. */
export function startAlone(folder: string, ...args: string[]): AloneRun {
  const child = spawn('npm', ['run', '--silent', '--prefix', ROOT, 'simulator', '--', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm and what it starts end together.
    detached: true,
  })
  const lines: string[] = []
  let read = 0
  let hasEnded = false
  let wake = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      wake()
    })
  }
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true
    wake()
    return { code: code as number | null, text: lines.join('\n') }
  })
  return {
    ended,
    async said(begin) {
      for (;;) {
        const line = lines.slice(read).find((each) => each.includes(begin))
        if (line !== undefined) {
          read = lines.indexOf(line, read) + 1
          return line.slice(line.indexOf(begin) + begin.length).trim()
        }
        if (hasEnded) throw new Error(`ended before it said ${begin}: ${lines.join('\n')}`)
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    interrupt() {
      if (!hasEnded) process.kill(-child.pid!, 'SIGINT')
      return ended
    },
  }
}
