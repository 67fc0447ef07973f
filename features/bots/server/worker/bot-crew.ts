import type { Frame } from '@qd/game-frame'
import { compileScenario, createRun } from '@qd/scenario'
import type { Program, RunAction, RunEvent, RunFailure } from '@qd/scenario'
import { Arrivals } from './arrivals.ts'
import { BotLinks } from './bot-links.ts'
import { BotRequests } from './bot-requests.ts'
import type { LinkOwner } from './bot-links.ts'
import { Bot } from './bot.ts'
import { commandFinder } from './command-finder.ts'
import type { FromWorker, ToWorker, WorkerOrder } from './messages.ts'
import { waitAfterPass } from './next-pass.ts'
import { CONNECT, PASS, Statistics } from './statistics.ts'
import type { FollowedPlayers } from './followed-players.ts'
import { Timers } from './timers.ts'

const BEAT_MS = 5

export interface CrewHost {
  post(message: FromWorker, transfer?: ArrayBuffer[]): void
  now(): number
  /** Players whose state it follows; null or absent: nobody's. */
  players?: FollowedPlayers | null
}

/** The clients of one worker. One timer and one set of functions: what a client costs is its socket and some fields. */
export class BotCrew implements LinkOwner {
  readonly #order: WorkerOrder
  readonly #host: CrewHost
  readonly #program: Program
  readonly #links: BotLinks
  readonly #statistics = new Statistics()
  readonly #timers = new Timers<Bot>()
  readonly #arrivals: Arrivals
  readonly #bots: Bot[] = []
  readonly #idle: Bot[] = []
  readonly #clients: number
  readonly #mostPasses: number
  readonly #isOpenModel: boolean
  readonly #requests: BotRequests
  #startedAtMs = 0
  #begun = 0
  #underWay = 0
  #isStopping = false
  #isThrough = false
  #timer: NodeJS.Timeout | undefined
  #second = 0

  /** Throws Error for a scenario or a definition that cannot be used. */
  constructor(order: WorkerOrder, host: CrewHost) {
    this.#order = order
    this.#host = host
    const compiled = compileScenario(order.scenario, commandFinder(order.commands))
    if (!compiled.ok) throw new Error(compiled.faults[0]?.message)
    this.#program = compiled.program
    this.#links = new BotLinks(order.peer, order.codec, this)
    this.#requests = new BotRequests({
      order,
      program: this.#program,
      links: this.#links,
      statistics: this.#statistics,
      host,
      tell: (bot, event) => this.#tell(bot, event),
      botOf: (n) => this.#bots[(n - order.index) / order.workers],
    })
    const { load, index, workers } = order
    const share = (all: number) => Math.floor(all / workers) + (index < all % workers ? 1 : 0)
    this.#clients = share(load.clients)
    this.#mostPasses = load.stop.passes === undefined ? Infinity : share(load.stop.passes)
    this.#isOpenModel = load.model === 'open'
    this.#arrivals = new Arrivals(load, workers, order.seed + index * 104_729)
  }

  now(): number {
    return this.#host.now()
  }

  hear(message: ToWorker): void {
    if (message.type === 'start') this.#start()
    else if (message.type === 'proofs') this.#requests.takeProofs(message)
    else {
      this.#isStopping = true
      for (const bot of this.#bots) this.#requests.gotNone(bot, false)
      const { players } = this.#host
      if (players) this.#host.post({ type: 'players', players: players.list() })
      this.#post(true)
      this.end()
    }
  }

  /** Everything ends at once. */
  end(): void {
    clearInterval(this.#timer)
    for (const bot of this.#bots) {
      bot.run = null
      this.#links.leave(bot)
    }
  }

  #start(): void {
    const { load } = this.#order
    this.#startedAtMs = this.now()
    if (this.#isOpenModel) this.#arrivals.start(this.#startedAtMs)
    else {
      for (let n = 0; n < this.#clients; n += 1) {
        const bot = this.#newBot()
        this.#wake(bot, this.#startedAtMs + (load.rampMs * bot.index) / load.clients)
      }
    }
    if (this.#mostPasses === 0 || this.#clients === 0) this.#tellThrough()
    this.#timer = setInterval(() => this.#beat(), BEAT_MS)
  }

  #newBot(): Bot {
    const bot = new Bot(this.#bots.length * this.#order.workers + this.#order.index)
    this.#bots.push(bot)
    return bot
  }

  #wake(bot: Bot, atMs: number): void {
    bot.wakeAtMs = atMs
    this.#timers.set(bot)
  }

  #beat(): void {
    const nowMs = this.now()
    for (let bot = this.#timers.take(nowMs); bot !== undefined; bot = this.#timers.take(nowMs)) {
      const dueMs = bot.wakeAtMs
      bot.wakeAtMs = Infinity
      if (bot.run !== null) this.#tell(bot, { kind: 'time' })
      else if (this.#isOpenModel) this.#idle.push(bot)
      else this.#begin(bot, dueMs)
    }
    if (this.#isOpenModel && !this.#isStopping) this.#takeArrivals(nowMs)
    const second = Math.floor((nowMs - this.#startedAtMs) / 1_000)
    if (second > this.#second) {
      this.#second = second
      for (const bot of this.#bots) this.#links.beat(bot, second)
      this.#post(false)
    }
  }

  #takeArrivals(nowMs: number): void {
    this.#arrivals.until(nowMs)
    while (this.#arrivals.waiting > 0 && this.#begun < this.#mostPasses) {
      const bot = this.#idle.pop() ?? (this.#bots.length < this.#clients ? this.#newBot() : undefined)
      if (bot === undefined) return
      this.#begin(bot, this.#arrivals.take())
    }
  }

  #begin(bot: Bot, dueMs: number): void {
    if (this.#isStopping || this.#begun >= this.#mostPasses) return
    this.#begun += 1
    this.#underWay += 1
    bot.pass += 1
    bot.passDueMs = dueMs
    const { seed, env } = this.#order
    bot.run = createRun(this.#program, {
      bot: bot.index + 1,
      pass: bot.pass,
      seed: Math.imul(seed + bot.index * 7_919 + bot.pass, 2_654_435_761),
      env,
    })
    this.#act(bot, bot.run.next({ kind: 'start' }, this.now(), dueMs))
  }

  #tell(bot: Bot, event: RunEvent): void {
    const { run } = bot
    if (run !== null) this.#act(bot, run.next(event, this.now()))
  }

  #act(bot: Bot, actions: readonly RunAction[]): void {
    for (const action of actions) {
      if (action.do === 'leave') this.#links.leave(bot)
      else if (action.do === 'done') return this.#ended(bot, action.failure)
      else this.#requests.do(bot, action)
    }
    if (bot.run !== null) this.#wake(bot, bot.run.wakeAtMs)
  }

  wantsLink(bot: Bot): boolean {
    return bot.run !== null && bot.todo !== null && !this.#isStopping
  }

  onOpen(bot: Bot, tookMs: number): void {
    this.#statistics.took(CONNECT, tookMs)
    this.#requests.opened(bot)
  }

  onLost(bot: Bot, why: string, wasOpen: boolean): void {
    if (!wasOpen) {
      this.#statistics.took(CONNECT, this.now() - bot.openedAtMs)
      this.#statistics.erred(CONNECT)
    }
    this.#requests.gotNone(bot, true)
    this.#tell(bot, { kind: 'lost', why })
  }

  onFrame(): void {
    this.#statistics.received += 1
  }

  answers(cmd: number, asked: number): boolean {
    return this.#requests.answers(cmd, asked)
  }

  onReply(bot: Bot, frame: Frame): void {
    this.#requests.replied(bot, frame)
  }

  onPush(bot: Bot, frame: Frame): void {
    this.#requests.pushed(bot, frame)
  }

  #ended(bot: Bot, failure: RunFailure | null): void {
    const nowMs = this.now()
    bot.run = null
    bot.todo = null
    bot.wakeAtMs = Infinity
    this.#underWay -= 1
    this.#statistics.took(PASS, nowMs - bot.passDueMs)
    if (failure === null) this.#statistics.passed += 1
    else this.#failed(bot, failure)
    if (this.#begun >= this.#mostPasses && this.#underWay === 0) return this.#tellThrough()
    if (!this.#isStopping) this.#next(bot, failure, nowMs)
  }

  #failed(bot: Bot, { code, step, text }: RunFailure): void {
    this.#statistics.failed += 1
    const more = code === 'status' || code === 'lost' ? ` ${text.slice(0, 60)}` : ''
    this.#statistics.error(`${code}${more}`, step, text)
    // A status is counted where its reply came.
    this.#requests.gotNone(bot, true)
    // What is still on its way would be taken for the reply of a later request.
    if (code === 'timeout') this.#links.leave(bot)
  }

  #next(bot: Bot, failure: RunFailure | null, nowMs: number): void {
    const waitMs = waitAfterPass(this.#order.load, failure !== null, bot.tries)
    if (this.#isOpenModel && waitMs === 0) this.#idle.push(bot)
    else this.#wake(bot, nowMs + Math.max(1, waitMs))
  }

  #post(isLast: boolean): void {
    const steps = new Map<string, number>()
    for (const { run } of this.#bots) {
      if (run !== null) steps.set(run.label, (steps.get(run.label) ?? 0) + 1)
    }
    const at = [...steps].map(([step, clients]) => ({ step, clients }))
    const counted = this.#statistics.take()
    const tick = {
      ...counted,
      online: this.#links.online,
      late: this.#arrivals.waiting,
      underWay: this.#underWay,
      at,
    }
    const transfer = counted.commands.map(({ times }) => times.buffer as ArrayBuffer)
    this.#host.post({ type: 'tick', tick, isLast }, transfer)
  }

  #tellThrough(): void {
    if (this.#isThrough) return
    this.#isThrough = true
    this.#host.post({ type: 'through' })
  }
}
