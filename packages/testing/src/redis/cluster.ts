import { freePort } from '../free-port.ts'
import { startListening } from '../start-listening.ts'
import type { ListeningProcess } from '../start-listening.ts'
import { redisCli, until } from './redis-cli.ts'
import { REDIS, redisArgs } from './redis-server.ts'

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

interface ClusterNode extends ListeningProcess {
  readonly busPort: number
}

const MASTERS = 3
const RANGES = ['0 5460', '5461 10922', '10923 16383']

async function startNode(args: readonly string[]): Promise<ClusterNode> {
  let busPort = 0
  const node = await startListening({
    ...REDIS,
    async argsOf(port, folder) {
      busPort = await freePort()
      const cluster = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`]
      return [...redisArgs(port, folder), ...cluster, '--cluster-node-timeout', '1500', ...args]
    },
  })
  return { ...node, busPort }
}

type Cli = TestCluster['cli']

/** Makes one cluster of nodes that know nothing of each other yet. */
async function join(nodes: readonly ClusterNode[], cli: Cli): Promise<void> {
  const [first, ...others] = nodes
  for (const [at, range] of RANGES.entries())
    await cli(nodes[at]!.port, 'CLUSTER', 'ADDSLOTSRANGE', ...range.split(' '))
  for (const { port, busPort } of others)
    await cli(first!.port, 'CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${busPort}`)
  for (const { port } of nodes)
    await until('the node knows the whole cluster', async () => {
      const info = await cli(port, 'CLUSTER', 'INFO')
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes.length}`)
    })
  const replicas = nodes.slice(MASTERS)
  for (const [at, { port }] of replicas.entries())
    await cli(port, 'CLUSTER', 'REPLICATE', await cli(nodes[at % MASTERS]!.port, 'CLUSTER', 'MYID'))
  for (const { port } of replicas)
    await until('the replica follows its master', async () =>
      (await cli(port, 'INFO', 'replication')).includes('master_link_status:up'),
    )
}

/** Starts a cluster of three masters on free ports of loopback. */
export async function startCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  const { replicas = 0, args = [], password, announced } = options
  const login = password === undefined ? [] : ['--no-auth-warning', '-a', password]
  const cli: Cli = (port, ...words) => redisCli(port, ...login, ...words)
  const nodes: ClusterNode[] = []
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  }
  try {
    for (let at = 0; at < MASTERS * (1 + replicas); at += 1) nodes.push(await startNode(args))
    await join(nodes, cli)
    if (announced !== undefined)
      for (const { port } of nodes) await cli(port, 'CONFIG', 'SET', 'cluster-announce-ip', announced)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    nodes,
    cli,
    stop,
    async moveSlot(slot, from, to, isWhole) {
      const [source, target] = [nodes[from]!.port, nodes[to]!.port]
      const [sourceId, targetId] = [
        await cli(source, 'CLUSTER', 'MYID'),
        await cli(target, 'CLUSTER', 'MYID'),
      ]
      await cli(target, 'CLUSTER', 'SETSLOT', `${slot}`, 'IMPORTING', sourceId)
      await cli(source, 'CLUSTER', 'SETSLOT', `${slot}`, 'MIGRATING', targetId)
      if (!isWhole) return
      const keys = (await cli(source, 'CLUSTER', 'GETKEYSINSLOT', `${slot}`, '100')).split('\n')
      const held = keys.filter((key) => key !== '')
      const auth = password === undefined ? [] : ['AUTH', password]
      if (held.length > 0)
        await cli(source, 'MIGRATE', '127.0.0.1', `${target}`, '', '0', '5000', ...auth, 'KEYS', ...held)
      for (const port of [target, source]) await cli(port, 'CLUSTER', 'SETSLOT', `${slot}`, 'NODE', targetId)
    },
  }
}
