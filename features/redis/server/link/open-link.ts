import type { AppError } from '@qd/contract-kit'
import type { ConnectionConfig } from '../../contract/index.ts'
import { redisErrors } from '../../contract/index.ts'
import { ClusterLink } from './cluster/cluster-link.ts'
import { commonKeysOf } from './cluster/keys-of.ts'
import type { KeysOf } from './cluster/keys-of.ts'
import { assertMaster, findMaster, isDemoted } from './find-master.ts'
import { greet, signIn } from './greet.ts'
import { NotSent, reasonText, wayError } from './link-errors.ts'
import { NodeLink } from './node-link.ts'
import { startSocket } from './node-socket.ts'
import type { NodeSocket } from './node-socket.ts'
import { withScriptLimit } from './script-limit.ts'
import { readServer } from './read-server.ts'
import { confirmedNames } from './server-names.ts'
import type { ServerNames } from './server-names.ts'
import type { ServerFacts } from './read-server.ts'
import type {
  Admit,
  Arg,
  LinkMessage,
  LinkSecrets,
  LinkState,
  OwnLink,
  OwnOptions,
  RedisLink,
  Reply,
  SendOptions,
  SentinelReply,
} from './redis-link.ts'
import { askSentinels } from './ask-sentinels.ts'
import { taken } from './steps.ts'
import type { OnStep } from './steps.ts'
import { wayOf } from './way-of.ts'
import { addressText } from './way.ts'
import type { Address, Going, LinkDialer, Way, WayOptions, WayReport } from './way.ts'

export interface LinkOptions {
  db: number
  dialer: LinkDialer
  /** Path of the console's own SSH agent; without it no hop can use one. */
  agentPath?: string | undefined
  /** Ends the opening; an open link is ended by `close`. */
  signal?: AbortSignal | undefined
  /** Hears of each step of the first opening. */
  onStep?: OnStep | undefined
  /** Pause in milliseconds before the n-th try to find the way again. */
  pauseMs?: ((attempt: number) => number) | undefined
  /** Keys of a command, by which a cluster routes; by what is commonly known of commands when absent. */
  keysOf?: KeysOf | undefined
  /** A test: what it wants to know, and each master of a cluster is reached. */
  report?: WayReport | undefined
}

interface Parts {
  config: ConnectionConfig
  secrets: LinkSecrets
  options: LinkOptions
  way: Way
  /** A link of `own` borrows the way of the one it comes from. */
  isOwn: boolean
  typed?: OwnOptions | undefined
  /** Of a link for scripts. */
  admit?: Admit | undefined
  /** It is over with its socket. */
  isOnce?: boolean | undefined
}

/** A busy server is silent until its `busy-reply-threshold`. */
const BUSY_MS = 30_000

const silent: OnStep = () => undefined

const wayOptions = ({
  config,
  secrets,
  options,
}: Pick<Parts, 'config' | 'secrets' | 'options'>): WayOptions => ({
  config,
  secrets,
  dialer: options.dialer,
  agentPath: options.agentPath,
  report: options.report,
})

const ownParts = (
  parts: Parts,
  { typed, admit, isOnce }: Pick<Parts, 'typed' | 'admit' | 'isOnce'>,
): Parts => ({
  ...parts,
  isOwn: true,
  typed,
  admit,
  isOnce,
  options: { ...parts.options, signal: undefined, onStep: undefined, report: undefined },
})

/** A greeted socket to one address. */
async function enter(parts: Parts, address: Address, going: Going): Promise<NodeSocket> {
  const { config, secrets, options, way, typed, admit } = parts
  const { username, scriptUser, timeoutMs, socketPath } = config
  if (admit !== undefined) await admitted(parts, admit, address, going)
  const stream = await way.open(address, going)
  const at = socketPath === '' ? addressText(address) : socketPath
  const { password = '', scriptPassword = '' } = secrets
  const who =
    admit === undefined
      ? { username, password, isNamed: false }
      : { username: scriptUser, password: scriptPassword, isNamed: true }
  const names = new Map<string, string>()
  const socket = await greet(stream, { at, ...who, db: options.db, timeoutMs, typed, names }, going)
  try {
    const confirmed = await confirmedNames(socket, config.renamedCommands, going.signal)
    for (const [command, name] of confirmed) names.set(command, name)
    return withScriptLimit(socket, (signal) => enterBusy(parts, address, { signal, names }))
  } catch (error) {
    socket.close()
    throw error
  }
}

/** To a server that is busy with a script: it takes a password and little else, and answers when it comes to it. */
async function enterBusy(
  { config: { username }, secrets: { password = '' }, way }: Parts,
  address: Address,
  { signal, names }: { signal: AbortSignal; names: ServerNames },
): Promise<NodeSocket> {
  const stream = await way.open(address, { onStep: silent, signal })
  const socket = await startSocket(stream, { timeoutMs: BUSY_MS, names })
  try {
    if (password !== '') await signIn(socket, { username, password, isNamed: false }, signal)
    return socket
  } catch (error) {
    socket.close()
    throw error
  }
}

/** Looks at the very node scripts are to go to, whenever a way to it is opened. */
async function admitted(parts: Parts, admit: Admit, address: Address, going: Going): Promise<void> {
  const main = await enter({ ...parts, typed: undefined, admit: undefined }, address, going)
  try {
    await admit((args) => main.send(args, going.signal))
  } finally {
    main.close()
  }
}

async function enterMaster(parts: Parts, going: Going): Promise<NodeSocket> {
  const address = await findMaster(parts.way, wayOptions(parts), going)
  const socket = await enter(parts, address, going)
  try {
    const at = addressText(address)
    const fault = (error: unknown) => error as Error
    await taken(going.onStep, { step: 'sentinel', at, fault }, () => assertMaster(socket, at))
    return socket
  } catch (error) {
    socket.close()
    throw error
  }
}

/** Opens with the steps told, gives up with the signal, and closes what a failure leaves. */
async function started<T extends { close(): void }>(
  link: T,
  { signal }: LinkOptions,
  { at, start }: { at: string; start: () => Promise<void> },
): Promise<T> {
  const giveUp = () => link.close()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    await start()
    return link
  } catch (error) {
    link.close()
    throw error instanceof NotSent ? unreachable(at) : error
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

const unreachable = (at: string) => wayError(redisErrors.redis_unreachable, { at, reason: reasonText('cut') })

class SingleLink implements OwnLink {
  readonly isCluster = false
  readonly #parts: Parts
  readonly #node: NodeLink
  readonly #listeners = new Set<(state: LinkState) => void>()
  readonly #hearers = new Set<(message: LinkMessage) => void>()
  /** What it leads to, for people. */
  readonly id: string
  #onStep: OnStep
  #facts: ServerFacts = { version: '', isClusterNode: false, isSentinel: false }

  constructor(parts: Parts) {
    const { config, options } = parts
    this.#parts = parts
    this.#onStep = options.onStep ?? silent
    this.id = config.sentinel?.master ?? (config.socketPath === '' ? addressText(config) : config.socketPath)
    this.#node = new NodeLink({
      timeoutMs: config.timeoutMs,
      pauseMs: options.pauseMs,
      isOnce: parts.isOnce,
      open: (signal) => this.#open({ onStep: this.#onStep, signal }),
      onState: (state) => {
        for (const listener of this.#listeners) listener(state)
      },
      onMessage: (message) => {
        for (const listener of this.#hearers) listener(message)
      },
    })
  }

  #open(going: Going): Promise<NodeSocket> {
    const { config } = this.#parts
    return config.mode === 'sentinel' ? enterMaster(this.#parts, going) : enter(this.#parts, config, going)
  }

  async start(): Promise<void> {
    await this.#node.start()
    const facts = await readServer(this.#node)
    if (facts.isSentinel) throw this.#notServer()
    this.#onStep = silent
    this.#facts = facts
  }

  /** It answers as a server does, and every command of keys would be refused. */
  #notServer(): AppError {
    const reason = reasonText('isSentinel')
    const error = wayError(redisErrors.redis_sentinel_failed, { at: this.id, reason, field: 'config.mode' })
    this.#onStep({ step: 'sentinel', at: this.id, ms: 0, error })
    return error
  }

  get db(): number {
    return this.#parts.options.db
  }

  get version(): string {
    return this.#facts.version
  }

  get isClusterNode(): boolean {
    return this.#facts.isClusterNode
  }

  async replicas(): Promise<readonly string[]> {
    return []
  }

  masters(): readonly string[] {
    return [this.id]
  }

  async send(args: readonly Arg[], { signal, script }: SendOptions = {}): Promise<Reply> {
    try {
      return await this.#node.send(args, signal, script)
    } catch (error) {
      if (this.#parts.config.mode === 'sentinel' && isDemoted(error)) this.#node.reopen()
      throw error instanceof NotSent ? unreachable(this.id) : error
    }
  }

  sendAll(commands: readonly (readonly Arg[])[], options?: SendOptions): Promise<(Reply | Error)[]> {
    return Promise.all(
      commands.map((args) => this.send(args, options).catch((error: unknown) => error as Error)),
    )
  }

  own(typed?: OwnOptions): Promise<OwnLink> {
    return openSingle(ownParts(this.#parts, { typed }))
  }

  ownOnce(typed?: OwnOptions): Promise<OwnLink> {
    return openSingle(ownParts(this.#parts, { typed, isOnce: true }))
  }

  ownForScripts(admit: Admit, typed?: OwnOptions): Promise<OwnLink> {
    return openSingle(ownParts(this.#parts, { typed, admit, isOnce: true }))
  }

  async askSentinels(args: readonly Arg[]): Promise<SentinelReply[]> {
    const { way, ...options } = this.#parts
    return options.config.sentinel === null ? [] : askSentinels(way, wayOptions(options), args)
  }

  hear(listener: (message: LinkMessage) => void): () => void {
    this.#hearers.add(listener)
    return () => this.#hearers.delete(listener)
  }

  watch(listener: (state: LinkState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#node.close()
    if (!this.#parts.isOwn) this.#parts.way.close()
  }
}

function openSingle(parts: Parts): Promise<OwnLink> {
  const link = new SingleLink(parts)
  return started(link, parts.options, { at: link.id, start: () => link.start() })
}

async function openCluster(parts: Parts, guide?: ClusterLink): Promise<ClusterLink> {
  const { config, options, way, isOwn } = parts
  let onStep = options.onStep ?? silent
  const link = new ClusterLink({
    db: options.db,
    seed: { host: config.host, port: config.port },
    timeoutMs: config.timeoutMs,
    pauseMs: options.pauseMs,
    keysOf: options.keysOf ?? commonKeysOf,
    isOwn,
    openNode: (address, signal) => enter(parts, address, { onStep, signal }),
    guide,
    isOnce: parts.isOnce,
    again: (of) => openCluster(ownParts(parts, of), of.guide),
    onClose: () => {
      if (!isOwn) way.close()
    },
  })
  const at = addressText(config)
  const start = async () => {
    const fault = (error: unknown) => error as Error
    await link.start((run) => taken(onStep, { step: 'cluster', at, fault }, run))
    const tell = onStep
    onStep = silent
    if (options.report === undefined) return
    for (const id of link.masters())
      await taken(tell, { step: 'cluster', at: id, fault }, () => link.reach(id))
  }
  return started(link, options, { at, start })
}

/** Opens the way to one database of a connection. Rejects with AppErrors of the contract. */
export function openLink(
  config: ConnectionConfig,
  secrets: LinkSecrets,
  options: LinkOptions,
): Promise<RedisLink> {
  const way = wayOf(wayOptions({ config, secrets, options }))
  const parts = { config, secrets, options, way, isOwn: false }
  return config.mode === 'cluster' ? openCluster(parts) : openSingle(parts)
}
