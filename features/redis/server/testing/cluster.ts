import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { startListening } from './listening-process.ts'
import type { ListeningProcess } from './listening-process.ts'
import { freePort } from './redis-server.ts'

const run = promisify(execFile)

export interface ClusterOptions {
  /** Replicas of each master. */
  replicas?: number
  /** Further settings of each node, e.g. `--requirepass x --masterauth x`. */
  args?: readonly string[]
  password?: string
  /** Address the nodes tell others that they have. */
  announced?: string
}

export interface TestCluster {
  /** Three masters, then the replicas of the first, the second, the third. */
  readonly nodes: readonly ListeningProcess[]
  /** What redis-cli answers to a command at one node. */
  cli(port: number, ...args: string[]): Promise<string>
  /** Moves a slot, with its keys where `isWhole`; else it stays between the two. */
  moveSlot(slot: number, from: number, to: number, isWhole: boolean): Promise<void>
  stop(): Promise<void>
}

const RANGES = ['0 5460', '5461 10922', '10923 16383']

/** Starts a cluster of three masters on free ports of loopback. */
export async function startCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  const { replicas = 0, args = [], password, announced } = options
  const busPorts: number[] = []
  const startNode = () =>
    startListening('redis-server', async (port, folder) => {
      const busPort = await freePort()
      busPorts.push(busPort)
      const cluster = [
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        `${busPort}`,
        '--cluster-node-timeout',
        '1500',
      ]
      return ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...cluster, ...args]
    })
  const nodes: ListeningProcess[] = []
  const ports: { port: number; bus: number }[] = []
  for (let at = 0; at < 3 * (1 + replicas); at += 1) {
    const node = await startNode()
    nodes.push(node)
    ports.push({ port: node.port, bus: busPorts.at(-1)! })
  }
  const login = password === undefined ? [] : ['--no-auth-warning', '-a', password]
  async function cli(port: number, ...words: string[]): Promise<string> {
    const { stdout } = await run('redis-cli', ['-h', '127.0.0.1', '-p', `${port}`, ...login, ...words])
    return stdout.trim()
  }
  async function until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await sleep(50)
  }
  const first = ports[0]!
  for (const [at, range] of RANGES.entries())
    await cli(ports[at]!.port, 'CLUSTER', 'ADDSLOTSRANGE', ...range.split(' '))
  for (const { port, bus } of ports.slice(1))
    await cli(first.port, 'CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${bus}`)
  const isWhole = (port: number) => async () => {
    const info = await cli(port, 'CLUSTER', 'INFO')
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${ports.length}`)
  }
  const idOf = (at: number) => cli(ports[at]!.port, 'CLUSTER', 'MYID')
  for (const { port } of ports) await until(isWhole(port))
  for (const [at, { port }] of ports.entries()) {
    if (at < 3) continue
    await cli(port, 'CLUSTER', 'REPLICATE', await idOf((at - 3) % 3))
  }
  for (const { port } of ports.slice(3)) {
    await until(async () => (await cli(port, 'INFO', 'replication')).includes('master_link_status:up'))
  }
  if (announced !== undefined) {
    for (const { port } of ports) await cli(port, 'CONFIG', 'SET', 'cluster-announce-ip', announced)
  }
  return {
    nodes,
    cli,
    async moveSlot(slot, from, to, whole) {
      const [source, target] = [await idOf(from), await idOf(to)]
      await cli(ports[to]!.port, 'CLUSTER', 'SETSLOT', `${slot}`, 'IMPORTING', source)
      await cli(ports[from]!.port, 'CLUSTER', 'SETSLOT', `${slot}`, 'MIGRATING', target)
      if (!whole) return
      const keys = (await cli(ports[from]!.port, 'CLUSTER', 'GETKEYSINSLOT', `${slot}`, '100')).split('\n')
      const held = keys.filter((key) => key !== '')
      const auth = password === undefined ? [] : ['AUTH', password]
      if (held.length > 0) {
        const where = ['127.0.0.1', `${ports[to]!.port}`, '', '0', '5000']
        await cli(ports[from]!.port, 'MIGRATE', ...where, ...auth, 'KEYS', ...held)
      }
      for (const at of [to, from]) await cli(ports[at]!.port, 'CLUSTER', 'SETSLOT', `${slot}`, 'NODE', target)
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}
