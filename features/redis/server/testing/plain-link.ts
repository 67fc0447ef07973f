import { AppError } from '@qd/contract-kit'
import { Redis } from 'ioredis'
import { redisErrors } from '../../contract/index.ts'
import type { Arg, LinkMessage, OwnLink, Reply } from '../link/redis-link.ts'

/** A bare socket to a test server with the errors of a link: for tests of the guard. */
export function plainLink(port: number, db = 0): OwnLink {
  const options = {
    port,
    host: '127.0.0.1',
    db,
    protocol: 2,
    stringNumbers: true,
    lazyConnect: true,
  } as const
  const redis = new Redis(options)
  redis.on('error', () => undefined)
  const send = async ([name, ...args]: readonly Arg[]): Promise<Reply> => {
    try {
      return (await redis.callBuffer(String(name), ...args)) as Reply
    } catch (error) {
      throw new AppError(redisErrors.redis_refused, { params: { words: (error as Error).message } })
    }
  }
  return {
    db,
    version: '7.0.15',
    isCluster: false,
    isClusterNode: false,
    masters: () => [`127.0.0.1:${port}`],
    replicas: async () => [],
    send,
    sendAll: (commands) =>
      Promise.all(commands.map((args) => send(args).catch((error: unknown) => error as Error))),
    own: async () => plainLink(port, db),
    ownOnce: async () => plainLink(port, db),
    ownForScripts: async () => {
      throw new Error('a bare socket knows one user')
    },
    askSentinels: async () => [],
    hear(listener) {
      const tell =
        (kind: LinkMessage['kind'], pattern: string | null) => (channel: Buffer, payload: Buffer) =>
          listener({ kind, pattern, channel, payload })
      redis.on('messageBuffer', tell('message', null))
      redis.on('smessageBuffer', tell('shard', null))
      redis.on('pmessageBuffer', (pattern: string, channel: Buffer, payload: Buffer) =>
        tell('message', pattern)(channel, payload),
      )
      return () => redis.removeAllListeners()
    },
    watch: () => () => undefined,
    close: () => redis.disconnect(),
  }
}
