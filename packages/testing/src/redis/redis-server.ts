import { startListening } from '../start-listening.ts'
import type { ListeningProcess, ListeningProgram } from '../start-listening.ts'

export type TestRedis = ListeningProcess

/** RediSearch 1.2 of Debian (`redis-redisearch`), for `--loadmodule`. */
export const SEARCH_MODULE = '/usr/lib/redis/modules/redisearch.so'

export const REDIS: Pick<ListeningProgram, 'command' | 'ready'> = {
  command: 'redis-server',
  ready: /Ready to accept connections/,
}

/** What every server gets: it listens on loopback and keeps nothing. */
export const redisArgs = (port: number, folder: string): string[] =>
  ['--port', String(port)].concat(['--bind', '127.0.0.1', '--dir', folder, '--save', ''])

/** Starts the real redis-server on a free port of loopback; `args` are its settings, e.g. `--requirepass x`. */
export function startRedis(args: readonly string[] = []): Promise<TestRedis> {
  return startListening({ ...REDIS, argsOf: (port, folder) => [...redisArgs(port, folder), ...args] })
}

/** The same by TLS alone. */
export function startTlsRedis(args: readonly string[]): Promise<TestRedis> {
  const argsOf = (port: number, folder: string) =>
    redisArgs(0, folder).concat(['--tls-port', String(port)], args)
  return startListening({ ...REDIS, argsOf })
}
