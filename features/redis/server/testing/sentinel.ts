import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startListening } from './listening-process.ts'
import type { ListeningProcess } from './listening-process.ts'

const run = promisify(execFile)

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

async function cli(port: number, ...words: string[]): Promise<string> {
  const { stdout } = await run('redis-cli', ['-h', '127.0.0.1', '-p', `${port}`, ...words])
  return stdout.trim()
}

async function startServer(args: readonly string[]): Promise<ListeningProcess> {
  return startListening('redis-server', async (port, folder) =>
    ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''].concat(args),
  )
}

/** Starts a master, a replica and sentinels (`count`) that agree on them; `lines` go into the sentinels' settings. */
export async function startSentinels(count = 3, lines: readonly string[] = []): Promise<TestSentinels> {
  const master = await startServer(['--repl-diskless-sync-delay', '0'])
  const replica = await startServer(['--replicaof', '127.0.0.1', `${master.port}`])
  while (!(await cli(replica.port, 'INFO', 'replication')).includes('master_link_status:up')) await sleep(50)
  const sentinels: ListeningProcess[] = []
  for (let at = 0; at < count; at += 1) {
    const sentinel = await startListening('redis-server', async (port, folder) => {
      const file = join(folder, 'sentinel.conf')
      const quorum = Math.floor(count / 2) + 1
      const settings = [
        `port ${port}`,
        'bind 127.0.0.1',
        `dir ${folder}`,
        `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} ${quorum}`,
        `sentinel down-after-milliseconds ${MASTER} 1000`,
        `sentinel failover-timeout ${MASTER} 5000`,
        ...lines,
      ]
      await writeFile(file, `${settings.join('\n')}\n`)
      return [file, '--sentinel']
    })
    sentinels.push(sentinel)
  }
  for (const { port } of sentinels) {
    const knows = async () => {
      const fields = (await cli(port, 'SENTINEL', 'MASTER', MASTER)).split('\n')
      const numberOf = (name: string) => Number(fields[fields.indexOf(name) + 1])
      return numberOf('num-slaves') === 1 && numberOf('num-other-sentinels') === count - 1
    }
    while (!(await knows())) await sleep(100)
  }
  return {
    servers: [master, replica],
    sentinels,
    master: MASTER,
    cli,
    async stop() {
      await Promise.all([...sentinels, replica, master].map((each) => each.stop()))
    },
  }
}
