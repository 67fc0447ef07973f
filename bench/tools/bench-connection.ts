import type { ConnectionInfo } from '../../features/redis/server/guard/redis-database.ts'

/** A read-only connection to a server of a bench, with so many keys a second to examine. */
export const benchConnection = (scanBudget: number): ConnectionInfo => ({
  id: 'bench',
  lineId: 'lantern-dev',
  name: 'bench',
  mode: 'standalone',
  readOnly: true,
  separators: [':'],
  scanBudget,
  timeoutMs: 30_000,
  isCluster: false,
  isClusterNode: false,
  version: '7.0.15',
})
