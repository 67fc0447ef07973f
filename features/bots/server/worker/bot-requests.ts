import type { Frame } from '@qd/game-frame'
import type { CameIn, Program, RunEvent } from '@qd/scenario'
import { Batch } from './batch.ts'
import type { BotLinks } from './bot-links.ts'
import type { Bot, Todo } from './bot.ts'
import type { CrewHost } from './bot-crew.ts'
import { EnterRequest } from './enter-request.ts'
import { MessageBodies } from './message-bodies.ts'
import type { ProofAsked, ToWorker, WorkerOrder } from './messages.ts'
import type { Statistics } from './statistics.ts'

const NOTHING = new Uint8Array()

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export interface RequestParts {
  order: WorkerOrder
  program: Program
  links: BotLinks
  statistics: Statistics
  host: CrewHost
  tell(bot: Bot, event: RunEvent): void
  /** Its own number stands for a client, of all workers. */
  botOf(n: number): Bot | undefined
}

/** What the clients of a worker ask of the game, and what comes back: bodies, Enter with its proof, times. */
export class BotRequests {
  readonly #parts: RequestParts
  readonly #bodies: MessageBodies
  readonly #enter: EnterRequest
  readonly #readsEnter: boolean
  /** All of a turn in one message: they are signed where the key is. */
  readonly #proofs: Batch<ProofAsked>
  /** Told later in this turn of the process: a scenario that never waits must not fill the stack. */
  readonly #turns: Batch<{ bot: Bot; event: RunEvent }>

  /** Throws Error for a definition that cannot be used. */
  constructor(parts: RequestParts) {
    const { order, program, host, tell } = parts
    this.#parts = parts
    this.#bodies = new MessageBodies(order.nested, order.commands, order.codec.body)
    this.#enter = new EnterRequest(order, this.#bodies)
    this.#readsEnter = program.instructions.some((each) => each.op === 'enter' && each.keeps)
    this.#proofs = new Batch((asked) => host.post({ type: 'proofs', asked }))
    this.#turns = new Batch((turns) => {
      for (const { bot, event } of turns) tell(bot, event)
    })
  }

  do(bot: Bot, action: Todo): void {
    if (action.do === 'enter' && bot.hasEntered) {
      const body = bot.entered ?? NOTHING
      const cameIn = this.#cameIn({ cmd: this.#enter.cmd, status: 0, body })
      return this.#turns.add({ bot, event: { kind: 'reply', ...cameIn } })
    }
    bot.todo = action
    if (bot.isOpen) this.#send(bot, action)
    else this.#parts.links.open(bot)
  }

  /** Its connection is there: what it waited to do goes out. */
  opened(bot: Bot): void {
    bot.hasEntered = !this.#enter.isAsked
    if (bot.todo !== null) this.#send(bot, bot.todo)
  }

  #send(bot: Bot, action: Todo): void {
    if (action.do === 'enter' && !this.#enter.isAsked) {
      bot.todo = null
      this.#turns.add({ bot, event: { kind: 'reply', status: 0, read: () => ({}) } })
    } else if (action.do === 'enter' && !this.#enter.isSigned) {
      this.#sendFrame(bot, action, () => this.#enter.encode(action, bot.index + 1))
    } else if (action.do === 'enter') {
      this.#proofs.add({ bot: bot.index, deviceId: action.deviceId, ver: action.ver })
    } else this.#sendFrame(bot, action, () => this.#bodies.encode(action.cmd, action.body, action.isFixed))
  }

  #sendFrame(bot: Bot, action: Todo, encode: () => Uint8Array): void {
    const { links, host, order, statistics } = this.#parts
    bot.todo = null
    const nowMs = host.now()
    const cmd = action.do === 'enter' ? this.#enter.cmd : action.cmd
    try {
      bot.waitingSeq = links.send(bot, cmd, encode())
    } catch (error) {
      return this.#turns.add({ bot, event: { kind: 'refused', why: textOf(error) } })
    }
    bot.waitingCmd = cmd
    // In the open model from when it was meant to be sent: a wait for a free client counts.
    bot.fromMs = order.load.model === 'open' ? action.dueMs : nowMs
    statistics.sent += 1
  }

  takeProofs({ proofs, refused }: Extract<ToWorker, { type: 'proofs' }>): void {
    const { order, tell, botOf } = this.#parts
    const { sId } = order
    for (const { bot: n, hash } of proofs) {
      const bot = botOf(n)
      const todo = bot?.todo
      if (bot === undefined || !bot.isOpen || todo?.do !== 'enter') continue
      const { deviceId, ver } = todo
      this.#sendFrame(bot, todo, () => this.#bodies.encodeEnter({ sId, hash, ver, ip: '', fd: '', deviceId }))
    }
    for (const { bot: n, why } of refused) {
      const bot = botOf(n)
      if (bot !== undefined) tell(bot, { kind: 'refused', why })
    }
  }

  /** Whether a frame of the command may answer a request, where no sequence says so. */
  answers(cmd: number, asked: number): boolean {
    const reply = this.#bodies.replyOf(asked)
    return cmd === asked || (reply !== '' && this.#bodies.replyOf(cmd) === reply)
  }

  replied(bot: Bot, frame: Frame): void {
    const { statistics, host, tell } = this.#parts
    const cmd = bot.waitingCmd
    statistics.answered += 1
    statistics.took(cmd, host.now() - bot.fromMs)
    if (frame.status !== 0) statistics.erred(cmd)
    bot.waitingSeq = 0
    const isEntered = cmd === this.#enter.cmd && frame.status === 0
    if (isEntered) {
      bot.hasEntered = true
      // Later passes of this client read it again, without another Enter.
      if (this.#readsEnter) bot.entered = Uint8Array.from(frame.body)
    }
    // Its own command may be one that nothing is known of.
    const readAs = this.#bodies.replyOf(frame.cmd) === '' ? cmd : frame.cmd
    const came = this.#cameIn({ ...frame, cmd: readAs })
    host.players?.take(bot.index, came, isEntered)
    tell(bot, { kind: 'reply', ...came })
  }

  pushed(bot: Bot, frame: Frame): void {
    const { program, host, tell } = this.#parts
    const isAwaited = program.awaited.has(frame.cmd)
    if (!isAwaited && host.players?.follows(bot.index) !== true) return
    const came = this.#cameIn(frame)
    host.players?.take(bot.index, came, false)
    if (isAwaited) tell(bot, { kind: 'push', cmd: frame.cmd, ...came })
  }

  #cameIn({ cmd, status, body }: Pick<Frame, 'cmd' | 'status' | 'body'>): CameIn {
    return { status, read: () => this.#bodies.decode(cmd, status, body) }
  }

  /** A request without a reply took as long as it was waited for: left out, a slow server would look fast. */
  gotNone(bot: Bot, isError: boolean): void {
    const { statistics, host } = this.#parts
    if (bot.waitingSeq === 0) return
    bot.waitingSeq = 0
    statistics.took(bot.waitingCmd, host.now() - bot.fromMs)
    if (isError) statistics.erred(bot.waitingCmd)
  }
}
