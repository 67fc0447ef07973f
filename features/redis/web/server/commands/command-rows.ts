import type { InfoField } from '../../../contract/index.ts'
import { partsOf } from '../parts/info.ts'

/** What INFO says of one command of one node. */
export interface CommandRow {
  readonly node: string
  readonly command: string
  readonly calls: number
  readonly usec: number
  /** Of the time of all commands of the node, from 0 to 1. */
  readonly share: number
  readonly perCall: number
  /** Null before 6.2. */
  readonly rejected: number | null
  readonly failed: number | null
  /** Microseconds; null where latency is not tracked. */
  readonly p50: number | null
  readonly p99: number | null
}

const of = (parts: Record<string, number> | undefined, name: string): number | null => parts?.[name] ?? null

/** Rows of `commandstats`, with percentiles of `latencystats`. */
export function commandRows(node: string, fields: readonly InfoField[]): CommandRow[] {
  const latencies = new Map(
    fields
      .filter(({ name }) => name.startsWith('latency_percentiles_usec_'))
      .map(({ name, value }) => [name.slice('latency_percentiles_usec_'.length), partsOf(value)]),
  )
  const rows = fields
    .filter(({ name }) => name.startsWith('cmdstat_'))
    .map(({ name, value }) => ({ command: name.slice('cmdstat_'.length), parts: partsOf(value) }))
  const all = rows.reduce((sum, { parts }) => sum + (parts['usec'] ?? 0), 0)
  return rows.map(({ command, parts }) => {
    const usec = parts['usec'] ?? 0
    const latency = latencies.get(command)
    return {
      node,
      command: command.replace('|', ' ').toUpperCase(),
      calls: parts['calls'] ?? 0,
      usec,
      share: all === 0 ? 0 : usec / all,
      perCall: parts['usec_per_call'] ?? 0,
      rejected: of(parts, 'rejected_calls'),
      failed: of(parts, 'failed_calls'),
      p50: of(latency, 'p50'),
      p99: of(latency, 'p99'),
    }
  })
}

/** Errors by kind over all nodes, the most frequent first. */
export function errorCounts(fields: readonly InfoField[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { name, value } of fields) {
    if (!name.startsWith('errorstat_')) continue
    const kind = name.slice('errorstat_'.length)
    counts.set(kind, (counts.get(kind) ?? 0) + (partsOf(value)['count'] ?? 0))
  }
  return [...counts].toSorted(([, left], [, right]) => right - left)
}
