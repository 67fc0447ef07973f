import { setTimeout as pause } from 'node:timers/promises'
import type { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../../contract/index.ts'
import { NotSent, plainWords, reasonText, ServerRefusal, wayError } from '../link-errors.ts'
import { NodeLink } from '../node-link.ts'
import type { NodeLinkOptions } from '../node-link.ts'
import type {
  Admit,
  Arg,
  LinkMessage,
  LinkState,
  OwnLink,
  OwnOptions,
  Reply,
  SendOptions,
} from '../redis-link.ts'
import { readServer } from '../read-server.ts'
import { addressText } from '../way.ts'
import type { Address } from '../way.ts'
import type { KeysOf } from './keys-of.ts'
import { readReplicas, readSlots, redirectionOf, slotOf } from './slots.ts'
import type { Topology } from './slots.ts'

/** How often one command is sent on. */
const REDIRECTIONS_MAX = 8
/** A key between two nodes: the command waits until its keys are on one side. */
const TRY_AGAIN_MS = 50

export interface ClusterOptions extends Omit<NodeLinkOptions, 'open' | 'onState' | 'onMessage'> {
  db: number
  seed: Address
  /** Goes the whole way to one node. */
  openNode: (address: Address, signal: AbortSignal) => ReturnType<NodeLinkOptions['open']>
  keysOf: KeysOf
  /** Opens the same once more, for `own`. */
  again: (of: OpenedAgain) => Promise<ClusterLink>
  /** Whom it asks which master has which slots; absent: the cluster. */
  guide?: ClusterLink | undefined
  /** A link of one's own: commands without keys go where the last keys were, so that EXEC follows WATCH. */
  isOwn: boolean
  onClose: () => void
}

export interface OpenedAgain {
  readonly typed?: OwnOptions | undefined
  readonly admit?: Admit | undefined
  readonly isOnce?: boolean
  /** The user for scripts may not ask a cluster for its slots. */
  readonly guide?: ClusterLink | undefined
}

interface Node {
  readonly address: Address
  readonly link: NodeLink
  readonly started: Promise<void>
}

/** A cluster as one link: each command goes to the master of its keys, wherever that is now. */
export class ClusterLink implements OwnLink {
  readonly isCluster = true
  readonly isClusterNode = false
  readonly #options: ClusterOptions
  readonly #nodes = new Map<string, Node>()
  readonly #listeners = new Set<(state: LinkState) => void>()
  readonly #hearers = new Set<(message: LinkMessage) => void>()
  #topology: Topology = { slots: [], masters: new Map() }
  #replicas: ReadonlyMap<string, Address> = new Map()
  #refreshing: Promise<void> | null = null
  #last: string | null = null
  #version = ''
  #isClosed = false

  constructor(options: ClusterOptions) {
    this.#options = options
  }

  get db(): number {
    return this.#options.db
  }

  get version(): string {
    return this.#version
  }

  masters(): readonly string[] {
    return [...this.#topology.masters.keys()].toSorted()
  }

  async replicas(): Promise<readonly string[]> {
    const { masters } = this.#topology
    const asking = [...masters].map(async ([node, asked]) =>
      readReplicas(await this.send(['CLUSTER', 'NODES'], { node }), { asked, masters }),
    )
    // Where none of them tells, by its rights or by its state, the masters are asked alone.
    this.#replicas = await Promise.any(asking).catch(() => this.#replicas)
    return [...this.#replicas.keys()].toSorted()
  }

  /** Goes to the first node and asks it for all others. */
  async start(asStep: (run: () => Promise<Topology>) => Promise<Topology>): Promise<void> {
    const { seed, guide } = this.#options
    if (guide !== undefined) {
      this.#topology = guide.#topology
      this.#version = guide.#version
      return
    }
    const node = this.#nodeAt(seed)
    await node.started
    this.#topology = await asStep(() => this.#ask(node))
    this.#version = (await readServer(node.link)).version
  }

  /** Opens the way to one master, as a test does with each. */
  async reach(id: string): Promise<void> {
    await this.#nodeAt(this.#addressOf(id)).started
  }

  async #ask(node: Node): Promise<Topology> {
    const at = addressText(node.address)
    const reply = await node.link.send(['CLUSTER', 'SLOTS']).catch((error: unknown) => {
      if (!(error instanceof ServerRefusal)) throw error
      throw wayError(redisErrors.redis_cluster_failed, {
        at,
        reason: plainWords(error.words),
        field: 'config.mode',
      })
    })
    const topology = readSlots(reply, node.address)
    if (topology.masters.size > 0) return topology
    throw wayError(redisErrors.redis_cluster_failed, { at, reason: reasonText('noSlots') })
  }

  #nodeAt(address: Address): Node {
    const id = addressText(address)
    const there = this.#nodes.get(id)
    if (there !== undefined) return there
    const { openNode, timeoutMs, pauseMs, isOnce } = this.#options
    const link = new NodeLink({
      timeoutMs,
      pauseMs,
      isOnce,
      open: (signal) => openNode(address, signal),
      onState: (state) => this.#onState(id, state),
      onMessage: (message) => {
        for (const listener of this.#hearers) listener(message)
      },
    })
    const node = { address, link, started: link.start() }
    node.started.catch(() => {
      this.#forget(id, link)
      // Another may have its slots by now; this one is tried again with the next command.
      if (!this.#isClosed && this.#topology.masters.has(id)) this.#refreshSoon()
    })
    this.#nodes.set(id, node)
    return node
  }

  #forget(id: string, link: NodeLink): void {
    if (this.#nodes.get(id)?.link === link) this.#nodes.delete(id)
    link.close()
  }

  #isReplica(id: string): boolean {
    return this.#replicas.has(id) && !this.#topology.masters.has(id)
  }

  #onState(id: string, state: LinkState): void {
    if (this.#isClosed) return
    const node = this.#nodes.get(id)
    // What was begun on it would go on somewhere else.
    if (state.state === 'lost' && this.#options.isOnce === true && node !== undefined) {
      for (const listener of this.#listeners) listener(state)
      return this.close()
    }
    // The next command to it tries the way anew.
    if (state.state === 'lost' && node !== undefined) this.#forget(id, node.link)
    // No key is read from it: the cluster works without.
    if (this.#isReplica(id)) return
    // Another node may be the master now.
    if (state.state === 'reconnecting') this.#refreshSoon()
    const others = [...this.#nodes].filter(([other]) => !this.#isReplica(other))
    const worst = others.map(([, { link }]) => link.state).find((each) => each.attempt > 0)
    const isLost = state.state === 'lost' && others.length === 0
    for (const listener of this.#listeners) listener(isLost ? state : (worst ?? READY))
  }

  /** Learns anew which master has which slots, from whoever answers first; nobody may. */
  #refreshed(): Promise<void> {
    this.#refreshing ??= this.#refresh()
      .catch(() => undefined)
      .finally(() => {
        this.#refreshing = null
      })
    return this.#refreshing
  }

  #refreshSoon(): void {
    void this.#refreshed()
  }

  async #refresh(): Promise<void> {
    const { guide } = this.#options
    if (guide !== undefined) {
      if (!guide.#isClosed) await guide.#refreshed()
      this.#topology = guide.#topology
      return
    }
    const ready = [...this.#nodes.values()].filter(({ link }) => link.state.state === 'ready')
    const others = [...this.#topology.masters].filter(([id]) => !this.#nodes.has(id))
    const further = ready.length > 0 ? ready : others.map(([, address]) => this.#nodeAt(address))
    const asked = further.length > 0 ? further : [this.#nodeAt(this.#options.seed)]
    const topology = await Promise.any(
      asked.map(async (node) => {
        await node.started
        return this.#ask(node)
      }),
    )
    this.#topology = topology
    for (const [id, { link }] of this.#nodes) {
      // What still works finishes what it was given; what does not is waited for in vain.
      if (!topology.masters.has(id) && link.state.state !== 'ready') this.#forget(id, link)
    }
  }

  #addressOf(id: string): Address {
    const known = this.#topology.masters.get(id) ?? this.#replicas.get(id)
    const address = known ?? this.#nodes.get(id)?.address
    if (address !== undefined) return address
    throw wayError(redisErrors.redis_cluster_failed, { at: id, reason: reasonText('noNode') })
  }

  #targetOf(args: readonly Arg[]): string {
    const [key] = this.#options.keysOf(args)
    const [first] = this.#topology.masters.keys()
    if (key === undefined) return (this.#options.isOwn ? this.#last : null) ?? this.masters()[0] ?? first!
    const id = this.#topology.slots[slotOf(key)]
    // Nobody has the slot: any node says so in its own words.
    const target = id ?? this.masters()[0]!
    this.#last = target
    return target
  }

  async send(args: readonly Arg[], { node, signal, script, onNode }: SendOptions = {}): Promise<Reply> {
    let address: Address | null = null
    let isAsked = false
    for (let turn = 0; turn <= REDIRECTIONS_MAX; turn += 1) {
      if (this.#isClosed) throw this.#closed()
      const to: Node = this.#nodeAt(address ?? this.#addressOf(node ?? this.#targetOf(args)))
      onNode?.(addressText(to.address))
      try {
        if (to.link.state.attempt === 0 && to.link.state.state !== 'ready') await to.started
        return await (isAsked ? to.link.ask(args, signal, script) : to.link.send(args, signal, script))
      } catch (error) {
        isAsked = false
        if (error instanceof NotSent) address = null
        else if (!(error instanceof ServerRefusal)) throw error
        else {
          const next = await this.#redirected(error, to.address, turn)
          address = next.address
          isAsked = next.isAsked
        }
      }
    }
    const at = address === null ? '' : addressText(address)
    throw wayError(redisErrors.redis_cluster_failed, { at, reason: reasonText('redirections') })
  }

  #closed(): AppError {
    const at = addressText(this.#options.seed)
    return wayError(redisErrors.redis_unreachable, { at, reason: reasonText('cut') })
  }

  /** Where the command goes next; throws what is no redirection. */
  async #redirected(
    error: ServerRefusal,
    from: Address,
    turn: number,
  ): Promise<{ address: Address | null; isAsked: boolean }> {
    const { words } = error
    if (words.startsWith('TRYAGAIN')) {
      await pause(TRY_AGAIN_MS * (turn + 1))
      return { address: null, isAsked: false }
    }
    const redirection = redirectionOf(words, from)
    if (redirection === null) {
      if (words.startsWith('CLUSTERDOWN')) this.#refreshSoon()
      throw error
    }
    const { address, kind } = redirection
    if (kind === 'MOVED') {
      await this.#refreshed()
      this.#last = addressText(address)
    }
    return { address, isAsked: kind === 'ASK' }
  }

  sendAll(commands: readonly (readonly Arg[])[], options?: SendOptions): Promise<(Reply | Error)[]> {
    return Promise.all(
      commands.map((args) => this.send(args, options).catch((error: unknown) => error as Error)),
    )
  }

  own(typed?: OwnOptions): Promise<OwnLink> {
    return this.#options.again({ typed })
  }

  ownOnce(typed?: OwnOptions): Promise<OwnLink> {
    return this.#options.again({ typed, isOnce: true })
  }

  ownForScripts(admit: Admit, typed?: OwnOptions): Promise<OwnLink> {
    return this.#options.again({ typed, admit, isOnce: true, guide: this })
  }

  async askSentinels(): Promise<[]> {
    return []
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
    if (this.#isClosed) return
    this.#isClosed = true
    for (const { link } of this.#nodes.values()) link.close()
    this.#nodes.clear()
    this.#options.onClose()
  }
}

const READY: LinkState = { state: 'ready', attempt: 0, error: null }
