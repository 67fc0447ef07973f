import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BotsPlayer } from '../../contract/index.ts'
import type { FromWorker, ProofAsked, ToWorker, WorkerOrder, WorkerTick } from '../worker/messages.ts'

/** A worker is worth its start from so many clients on. */
const CLIENTS_PER_WORKER = 200
const MOST_HEAP_MB = 1_024
/** For workers to say their last and to close their sockets. */
const STOP_MS = 2_000

export interface CrewHandlers {
  /** Signs Enters; a refused one has the reason instead. */
  sign(asked: ProofAsked): { hash: string } | { why: string }
  onTick(worker: number, tick: WorkerTick): void
  /** Players it followed; told before its last figures. */
  onPlayers(players: readonly BotsPlayer[]): void
  /** All workers are through with their passes. */
  onThrough(): void
  /** A worker ended by itself. */
  onDied(why: string): void
}

export interface Workers {
  /** Gives every worker its last word; resolves when all have ended. */
  stop(): Promise<void>
}

export function workersFor(clients: number): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(clients / CLIENTS_PER_WORKER)))
}

function tell(worker: Worker, message: ToWorker): void {
  worker.postMessage(message, [])
}

/** Starts a thread a core; each gets its part of the clients. */
export function startWorkers(order: Omit<WorkerOrder, 'index' | 'workers'>, handlers: CrewHandlers): Workers {
  const count = workersFor(order.load.clients)
  const running = new Set<Worker>()
  let through = 0
  let isStopping = false
  let told: () => void = () => undefined
  const allTold = new Promise<void>((resolve) => (told = resolve))
  let toTell = count

  const died = (why: string) => {
    if (!isStopping) handlers.onDied(why)
  }

  function hear(worker: Worker, index: number, message: FromWorker): void {
    if (message.type === 'tick') {
      handlers.onTick(index, message.tick)
      if (message.isLast && --toTell === 0) told()
    } else if (message.type === 'players') handlers.onPlayers(message.players)
    else if (message.type === 'through') {
      through += 1
      if (through === count) handlers.onThrough()
    } else {
      const answer: ToWorker = { type: 'proofs', proofs: [], refused: [] }
      for (const asked of message.asked) {
        const signed = handlers.sign(asked)
        if ('hash' in signed) answer.proofs.push({ bot: asked.bot, hash: signed.hash })
        else answer.refused.push({ bot: asked.bot, why: signed.why })
      }
      tell(worker, answer)
    }
  }

  for (let index = 0; index < count; index += 1) {
    const worker = new Worker(new URL('../worker/bot-worker.ts', import.meta.url), {
      workerData: { ...order, index, workers: count } satisfies WorkerOrder,
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      // It needs nothing of the process it stands in, the least its secrets.
      env: {},
      name: `bots-${index}`,
    })
    running.add(worker)
    worker.on('message', (message: FromWorker) => hear(worker, index, message))
    worker.on('error', (error) => died(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => {
      running.delete(worker)
      if (running.size === 0) told()
      died(`exit ${code}`)
    })
    tell(worker, { type: 'start' })
  }

  return {
    async stop() {
      isStopping = true
      for (const worker of running) tell(worker, { type: 'stop' })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)))
      if (running.size > 0) await Promise.race([allTold, late])
      clearTimeout(timer)
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}
