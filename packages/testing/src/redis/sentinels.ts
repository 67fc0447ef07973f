import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startListening } from '../start-listening.ts'
import type { ListeningProcess } from '../start-listening.ts'
import { redisCli, until } from './redis-cli.ts'
import { REDIS, startRedis } from './redis-server.ts'

export interface TestSentinels {
  /** A master, then its replica. */
  readonly servers: readonly ListeningProcess[]
  readonly sentinels: readonly ListeningProcess[]
  /** Name of the group. */
  readonly master: string
  cli(port: number, ...args: string[]): Promise<string>
  stop(): Promise<void>
}

const MASTER = 'arena'

/** A sentinel prints its id after it has bound its port. */
const startSentinel = (linesOf: (port: number, folder: string) => readonly string[]) =>
  startListening({
    command: REDIS.command,
    ready: /Sentinel ID is /,
    async argsOf(port, folder) {
      const file = join(folder, 'sentinel.conf')
      await writeFile(file, `${linesOf(port, folder).join('\n')}\n`)
      return [file, '--sentinel']
    },
  })

/** Starts a master, a replica and sentinels (`count`) that agree on them; `lines` go into the sentinels' settings. */
export async function startSentinels(count = 3, lines: readonly string[] = []): Promise<TestSentinels> {
  const started: ListeningProcess[] = []
  const kept = async (starting: Promise<ListeningProcess>) => {
    const each = await starting
    started.push(each)
    return each
  }
  const stop = async () => {
    await Promise.all(started.toReversed().map((each) => each.stop()))
  }
  try {
    const master = await kept(startRedis(['--repl-diskless-sync-delay', '0']))
    const replica = await kept(startRedis(['--replicaof', '127.0.0.1', `${master.port}`]))
    await until('the replica follows its master', async () =>
      (await redisCli(replica.port, 'INFO', 'replication')).includes('master_link_status:up'),
    )
    const quorum = Math.floor(count / 2) + 1
    const linesOf = (port: number, folder: string) => [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} ${quorum}`,
      `sentinel down-after-milliseconds ${MASTER} 1000`,
      `sentinel failover-timeout ${MASTER} 5000`,
      ...lines,
    ]
    for (let at = 0; at < count; at += 1) await kept(startSentinel(linesOf))
    const sentinels = started.slice(2)
    for (const { port } of sentinels)
      await until('the sentinel knows the replica and the others', async () => {
        const fields = (await redisCli(port, 'SENTINEL', 'MASTER', MASTER)).split('\n')
        const numberOf = (name: string) => Number(fields[fields.indexOf(name) + 1])
        return numberOf('num-slaves') === 1 && numberOf('num-other-sentinels') === count - 1
      })
    return { servers: [master, replica], sentinels, master: MASTER, cli: redisCli, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
