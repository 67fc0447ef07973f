import { readFileSync } from 'node:fs'

/** For scripts that `measure` starts: what they use is told in bytes. */

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('Start this script with --expose-gc')
  globalThis.gc()
}

/** Bytes in buffers that somebody still holds. */
export function heldBufferBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/**
 * By how much the buffers have grown since, with those that only wait for the collector.
 * @internal measured scripts of other workspaces use it.
 */
export function watchBuffers(): () => number {
  const before = heldBufferBytes()
  return () => process.memoryUsage().arrayBuffers - before
}

/** The most it ever took from the system; `maxRSS` of a child begins with what its parent had taken when it was forked. */
function peakBytes(): number {
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/**
 * By how much the most that the process ever took from the system is above what it had at first.
 * @internal measured scripts of other workspaces use it.
 */
export function watchPeak(): () => number {
  collectGarbage()
  const before = process.memoryUsage().rss
  return () => peakBytes() - before
}
