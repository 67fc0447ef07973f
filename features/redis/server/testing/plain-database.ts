import { Redis } from 'ioredis'
import type { ConnectionInfo, OwnDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { listen } from '../listen/listen.ts'
import { plainLink } from './plain-link.ts'

/** A database of a test server without the guard's rules: for tests of what stands on it. */
export function plainDatabase(port: number, of: Partial<ConnectionInfo> = {}, db = 0): OwnDatabase {
  const redis = new Redis({
    port,
    host: '127.0.0.1',
    db,
    protocol: 2,
    stringNumbers: true,
    lazyConnect: true,
  })
  const run = async ([name, ...args]: readonly Arg[]): Promise<Reply> =>
    (await redis.callBuffer(String(name), ...args)) as Reply
  return {
    connection: {
      id: 'test',
      lineId: 'test-line',
      name: 'test',
      mode: 'standalone',
      readOnly: false,
      separators: [':'],
      scanBudget: 1_000_000,
      timeoutMs: 5_000,
      isCluster: false,
      isClusterNode: false,
      version: '7.0.15',
      ...of,
    },
    db,
    run,
    runAll: (commands) =>
      Promise.all(commands.map((args) => run(args).catch((error: unknown) => error as Error))),
    check: async () => 'write',
    masters: () => [`127.0.0.1:${port}`],
    replicas: async () => [],
    mayRead: () => true,
    mayEdit: () => true,
    readable: () => null,
    watch: () => () => undefined,
    listen: (wanted, hearer) => listen(plainLink(port, db), wanted, hearer),
    askSentinels: async () => [],
    own: async () => plainDatabase(port, of, db),
    close: () => redis.disconnect(),
    spoilTransaction: () => undefined,
  }
}
