import { TIME_MS } from './messages.ts'
import type { Ask, ReplyOf } from './messages.ts'

/** The worker was ended: it took longer than a value may. */
export class TookTooLong extends Error {}

interface Job {
  readonly ask: Ask
  readonly settle: (reply: { ok: true; value: unknown } | { ok: false; error: Error }) => void
}

type Answered = { ok: true; value: unknown } | { ok: false; message: string }

/*
 * One worker for the page. Asks wait in a line, one is worked on: what hangs is ended with its worker, and the next ask
 * starts a new one. An ask that nobody waits for any more leaves the line; while it is worked on, it ends the worker.
 */
const line: Job[] = []
let worker: Worker | null = null
let running: { job: Job; timer: ReturnType<typeof setTimeout> } | null = null

function endWorker(): void {
  worker?.terminate()
  worker = null
}

function finish(reply: Parameters<Job['settle']>[0]): void {
  if (running === null) return
  const { job, timer } = running
  clearTimeout(timer)
  running = null
  job.settle(reply)
  next()
}

function startWorker(): Worker {
  const started = new Worker(new URL('decode-worker.ts', import.meta.url), { type: 'module', name: 'decode' })
  started.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    if (started !== worker) return
    finish(data.ok ? data : { ok: false, error: new Error(data.message) })
  })
  started.addEventListener('error', (event) => {
    if (started !== worker) return
    endWorker()
    finish({ ok: false, error: new Error(event.message) })
  })
  return started
}

function next(): void {
  const job = line.shift()
  if (job === undefined || running !== null) return
  // Its loading counts with the first value: a slow network must not look like a slow value.
  const limit = worker === null ? TIME_MS * 5 : TIME_MS
  worker ??= startWorker()
  const timer = setTimeout(() => {
    endWorker()
    finish({ ok: false, error: new TookTooLong() })
  }, limit)
  running = { job, timer }
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- of a worker, not of a window
  worker.postMessage(job.ask)
}

/** Where there are no workers (tests), the same work is done here. */
async function direct(ask: Ask): Promise<unknown> {
  const { handleAsk } = await import('./handle-ask.ts')
  return handleAsk(ask)
}

/** Asks the worker. Throws `TookTooLong`, the signal's reason, and what the work itself fails with. */
export function askWorker<K extends Ask['kind']>(
  ask: Extract<Ask, { kind: K }>,
  signal?: AbortSignal,
): Promise<ReplyOf[K]> {
  if (typeof Worker === 'undefined') return direct(ask) as Promise<ReplyOf[K]>
  return new Promise((resolve, reject) => {
    const job: Job = {
      ask,
      settle: (reply) => (reply.ok ? resolve(reply.value as ReplyOf[K]) : reject(reply.error)),
    }
    signal?.addEventListener('abort', () => {
      const at = line.indexOf(job)
      if (at !== -1) line.splice(at, 1)
      else if (running?.job === job) {
        endWorker()
        finish({ ok: false, error: new Error('left') })
      }
      reject(new Error('left'))
    })
    // A value somebody looks at goes before the lines of a table.
    if (ask.kind === 'line') line.push(job)
    else line.unshift(job)
    if (running === null) next()
  })
}
