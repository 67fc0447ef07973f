import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RedisAddress, ServerConfig } from './cli/server-config.ts'
import type { ConsoleAt } from './console/console-client.ts'
import { startGameProcess } from './process/game-process.ts'
import type { GameProcess } from './process/game-process.ts'
import { PortMemory, freePort } from './process/port-memory.ts'
import { hasRedisServer, isListening, startRedis } from './process/redis-process.ts'
import type { RedisProcess } from './process/redis-process.ts'
import { loadKeys } from './process/sandbox-keys.ts'
import type { SandboxKeys } from './process/sandbox-keys.ts'
import { SOCKET_PATH } from './socket/socket-path.ts'
import { placedServers } from './world/find-server.ts'
import type { PlacedServer } from './world/find-server.ts'

export interface SandboxOptions {
  /** The product's data folder; everything of the sandbox lies in `sandbox` below it. */
  dataDir: string
  /** A folder with more definitions and messages. */
  protocolDir?: string
  /** One line for people. */
  log: (line: string) => void
  /** Seeded players of each server on the first start; 2,000 when not given. */
  playersPerServer?: number
  /** False leaves Redis out even where redis-server is installed. */
  withRedis?: boolean
  /** How often servers tell the console that they live. */
  heartbeatMs?: number
  /** Where compiled programs are kept; below the sandbox's folder when not given. */
  compileCache?: string | undefined
  /** Starts one game server; each is a process of its own when not given. */
  startGame?: ((config: ServerConfig) => Promise<GameProcess>) | undefined
}

/** One server as the console's records need it; the key goes into a sealed record, never to a browser. */
export interface SandboxServer {
  sId: number
  platform: number
  lineId: string
  apiUrl: string
  serverId: string
  keyId: string
  hashKey: string
  ws: string
  running: boolean
}

export interface Sandbox {
  /** Every server of the world, also those that are off; addresses follow a restart. */
  readonly servers: readonly SandboxServer[]
  redis?: { host: string; port: number; password: string }
  /** Tells all servers, also those that start later, where the console is. */
  callConsole: (at: ConsoleAt) => void
  stop: () => Promise<void>
  /** Throws RangeError for an unknown server; nothing happens when it is off. */
  stopServer: (sId: number) => Promise<void>
  startServer: (sId: number) => Promise<void>
}

const PLAYERS_PER_SERVER = 2000

/** The running processes of one sandbox. */
class SandboxProcesses {
  readonly #options: SandboxOptions
  readonly #folder: string
  readonly #compileCache: string
  readonly #ports: PortMemory
  readonly #keys: SandboxKeys
  readonly #processes = new Map<number, GameProcess>()
  readonly #said = new Set<string>()
  readonly servers: SandboxServer[] = []
  redis: RedisProcess | null = null
  #redisAddress: RedisAddress | undefined
  #console: ConsoleAt | undefined

  constructor(options: SandboxOptions) {
    this.#options = options
    this.#folder = resolve(options.dataDir, 'sandbox')
    mkdirSync(this.#folder, { recursive: true })
    this.#compileCache = options.compileCache ?? join(this.#folder, 'compile-cache')
    this.#ports = new PortMemory(join(this.#folder, 'ports.json'))
    const sIds = placedServers().map(({ server }) => server.sId)
    this.#keys = loadKeys(join(this.#folder, 'keys.json'), sIds)
  }

  async start(): Promise<void> {
    const placed = placedServers()
    for (const place of placed) this.servers.push(await this.#describe(place))
    if (this.#options.withRedis !== false && hasRedisServer()) {
      this.#redisAddress = { port: await this.#redisPort(), password: this.#keys.redisPassword }
    }
    const on = placed.filter(({ server }) => server.isOn).map(({ server }) => server.sId)
    await Promise.all([this.#startRedis(), this.#startServers(on)])
  }

  server(sId: number): SandboxServer {
    const server = this.servers.find((row) => row.sId === sId)
    if (!server) throw new RangeError(`the sandbox has no server ${sId}`)
    return server
  }

  async startServer(sId: number): Promise<void> {
    const server = this.server(sId)
    if (this.#processes.has(sId)) return
    const { protocolDir, playersPerServer = PLAYERS_PER_SERVER, heartbeatMs } = this.#options
    const process = await this.#startGame({
      sId,
      dataDir: this.#folder,
      protocolDir: protocolDir === undefined ? undefined : resolve(protocolDir),
      preferredPort: Number(new URL(server.apiUrl).port),
      key: { serverId: server.serverId, keyId: server.keyId, hashKey: server.hashKey },
      players: playersPerServer,
      redis: this.#redisAddress,
      heartbeatMs,
    })
    this.#processes.set(sId, process)
    if (this.#console !== undefined) process.tell({ console: this.#console })
    Object.assign(server, this.#addresses(process.ready.port), { running: true })
    this.#ports.set(server.serverId, process.ready.port)
    for (const { file, reason } of process.ready.refused)
      this.#say(`protocol file ${file} left out: ${reason}`)
    void this.#noticeEnd(sId, process)
  }

  #startGame(config: ServerConfig): Promise<GameProcess> {
    const { log, startGame } = this.#options
    return startGame?.(config) ?? startGameProcess(config, { compileCache: this.#compileCache, log })
  }

  callConsole(at: ConsoleAt): void {
    this.#console = at
    for (const process of this.#processes.values()) process.tell({ console: at })
  }

  async stopServer(sId: number): Promise<void> {
    const server = this.server(sId)
    const process = this.#processes.get(sId)
    if (!process) return
    this.#processes.delete(sId)
    server.running = false
    await process.stop()
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.keys()].map((sId) => this.stopServer(sId)))
    await this.redis?.stop()
    this.redis = null
  }

  async #noticeEnd(sId: number, process: GameProcess): Promise<void> {
    await process.ended
    if (this.#processes.get(sId) !== process) return
    this.#processes.delete(sId)
    this.server(sId).running = false
    this.#options.log(`game server S${sId} ended by itself`)
  }

  async #startServers(sIds: readonly number[]): Promise<void> {
    const [first, ...rest] = sIds
    // On the very first start one server compiles for all: less memory, and sooner than five doing the same.
    const isCold = !existsSync(this.#compileCache)
    if (first !== undefined && isCold) await this.#startOrTell(first)
    await Promise.all((isCold ? rest : sIds).map((sId) => this.#startOrTell(sId)))
  }

  /** One that does not come up is off, as a game server may be: the others and the console go on. */
  async #startOrTell(sId: number): Promise<void> {
    try {
      await this.startServer(sId)
    } catch (error) {
      this.#options.log(`${(error as Error).message}; the others go on without it`)
    }
  }

  #addresses(port: number): Pick<SandboxServer, 'apiUrl' | 'ws'> {
    return { apiUrl: `http://127.0.0.1:${port}`, ws: `ws://127.0.0.1:${port}${SOCKET_PATH}` }
  }

  async #describe({ operator, line, server: { sId } }: PlacedServer): Promise<SandboxServer> {
    const serverId = `S${sId}`
    const hashKey = this.#keys.hashKeys[sId]
    if (hashKey === undefined) throw new RangeError(`no key for server ${sId}`)
    return {
      sId,
      platform: operator.platform,
      lineId: line.lineId,
      ...this.#addresses(await this.#ports.get(serverId)),
      serverId,
      keyId: `sandbox-${sId}`,
      hashKey,
      running: false,
    }
  }

  async #redisPort(): Promise<number> {
    const known = await this.#ports.get('redis')
    if (!(await isListening(known))) return known
    const port = await freePort()
    this.#ports.set('redis', port)
    return port
  }

  async #startRedis(): Promise<void> {
    if (!this.#redisAddress) return
    this.redis = await startRedis(this.#folder, this.#redisAddress)
    if (this.redis === null) this.#options.log('redis-server did not come up; the game runs without it')
  }

  #say(line: string): void {
    // Five servers read the same folder; one line is enough.
    if (!this.#said.has(line)) this.#options.log(line)
    this.#said.add(line)
  }
}

/** Starts the servers of the world that are on, and Redis where it is installed; resolves when all answer. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const processes = new SandboxProcesses(options)
  await processes.start()
  const { redis } = processes
  return {
    servers: processes.servers,
    redis: redis ? { host: redis.host, port: redis.port, password: redis.password } : undefined,
    callConsole: (at) => processes.callConsole(at),
    stop: () => processes.stop(),
    stopServer: (sId) => processes.stopServer(sId),
    startServer: (sId) => processes.startServer(sId),
  }
}
