import type { RouteReply } from '@qd/contract-kit'
import { plainConfig } from '../../contract/index.ts'
import type { RedisConnection, openConnection } from '../../contract/index.ts'

/** A connection of the test line, as the list answers it; tests change what they are about. */
export function sampleConnection(changed: Partial<RedisConnection> = {}): RedisConnection {
  return {
    id: 'c1',
    lineId: 'northwind-test',
    environment: 'test',
    ...plainConfig({ name: 'game-s123', host: 'redis.example', scanBudget: 50_000 }),
    hasPassword: true,
    secrets: { password: true, sentinelPassword: false, scriptPassword: false, tlsKey: false, ssh: [] },
    isManaged: false,
    position: 0,
    revision: 3,
    mayEdit: true,
    mayManage: true,
    mayFlush: false,
    mayEndanger: false,
    mayEndScripts: false,
    separator: ':',
    timeout: 10_000,
    masterName: '',
    connectionReadOnly: false,
    ...changed,
  }
}

/** What the server answers when a connection is opened. */
export const OPENED: RouteReply<typeof openConnection> = {
  version: '7.0.15',
  mode: 'standalone',
  isClusterNode: false,
  databases: [
    { db: 0, keys: 12 },
    { db: 1, keys: 0 },
  ],
  isAssumed: false,
  hasSearch: false,
  ms: 1.2,
}
