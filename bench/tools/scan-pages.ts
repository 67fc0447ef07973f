import { join } from 'node:path'
import { startReady } from './ready-process.ts'

const subject = join(import.meta.dirname, '../subjects/redis-keys.ts')

export interface Seen {
  ms: number
  /** Of the processor, server and page together. */
  cpuMs: number
  firstRowsMs: number
  examined: number
  folderMs: number
  total: number
  grownMiB: number
}

/** Pages of the key browser in a process of their own, until their scans have drained or `forMs` is over. */
export async function scanPages(
  port: number,
  budget: number,
  asked: { pages: number; forMs: number },
): Promise<Seen> {
  const running = await startReady(subject, { args: [String(port), String(budget)] })
  try {
    const answer = await fetch(running.url, { method: 'POST', body: JSON.stringify(asked) })
    return (await answer.json()) as Seen
  } finally {
    await running.stop()
  }
}
