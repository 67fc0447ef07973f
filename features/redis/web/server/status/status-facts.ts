import { formatQuantity } from '@qd/web-base'
import { sizeText } from '../../detail/model/bytes.ts'
import { ttlText } from '../../detail/model/ttl.ts'
import type { RedisTexts } from '../../texts.ts'
import type { Fact } from '../parts/facts.tsx'
import { infoNumber, partsOf, sumOf } from '../parts/info.ts'
import type { Info } from '../parts/info.ts'

/** Keys of each database over all nodes, by its number. */
export function keysByDatabase(infos: readonly Info[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const info of infos) {
    for (const [name, value] of info) {
      if (!/^db\d+$/.test(name)) continue
      counts.set(name, (counts.get(name) ?? 0) + (partsOf(value)['keys'] ?? 0))
    }
  }
  return [...counts].toSorted(([left], [right]) => Number(left.slice(2)) - Number(right.slice(2)))
}

/** Share of reads that found their key since the start; null without a read. */
export function hitRateOf(infos: readonly Info[]): number | null {
  const [hits, misses] = [sumOf(infos, 'keyspace_hits'), sumOf(infos, 'keyspace_misses')]
  return hits + misses === 0 ? null : hits / (hits + misses)
}

const oneOf = (infos: readonly Info[], valueOf: (info: Info) => string): string =>
  [...new Set(infos.map(valueOf))].join(', ')

/** What is known of the server at a glance; several nodes are added up. */
export function statusFacts(t: RedisTexts, infos: readonly Info[]): Fact[] {
  const max = sumOf(infos, 'maxmemory')
  const rate = hitRateOf(infos)
  const databases = keysByDatabase(infos)
  const keys = databases.reduce((total, [, count]) => total + count, 0)
  const limit = max === 0 ? '∞' : sizeText(max)
  return [
    {
      label: t('server.status.version'),
      value: oneOf(infos, (info) => info.get('valkey_version') ?? info.get('redis_version') ?? '–'),
      more: oneOf(infos, (info) => info.get('redis_mode') ?? ''),
    },
    {
      label: t('server.status.uptime'),
      value: ttlText(Math.min(...infos.map((info) => infoNumber(info, 'uptime_in_seconds'))) * 1_000),
    },
    {
      label: t('server.status.memory'),
      value: sizeText(sumOf(infos, 'used_memory')),
      more: t('server.status.memoryMore', { peak: sizeText(sumOf(infos, 'used_memory_peak')), max: limit }),
    },
    {
      label: t('server.status.clients'),
      value: formatQuantity(sumOf(infos, 'connected_clients')),
      more: t('server.status.blocked', { count: sumOf(infos, 'blocked_clients') }),
    },
    {
      label: t('server.status.operations'),
      value: formatQuantity(sumOf(infos, 'instantaneous_ops_per_sec')),
    },
    { label: t('server.status.hitRate'), value: rate === null ? '–' : `${(rate * 100).toFixed(1)}%` },
    {
      label: t('server.status.keys'),
      value: formatQuantity(keys),
      more: databases.map(([name, count]) => `${name.toUpperCase()} ${formatQuantity(count)}`).join(' · '),
    },
    {
      label: t('server.status.evicted'),
      value: `${formatQuantity(sumOf(infos, 'evicted_keys'))} / ${formatQuantity(sumOf(infos, 'expired_keys'))}`,
    },
  ]
}
