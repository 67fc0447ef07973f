import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashOrder } from './hash-orders.ts'

/** Without work for so long the thread ends; the next order begins another. */
const IDLE_MS = 60_000

interface Waiting {
  resolve(sha256: string): void
  reject(error: unknown): void
}

/**
 * The sha256 of uploads, reckoned in a thread of its own while their parts come: at 400 MB/s a core it would halve what this
 * one takes in. A thread that died has lost nothing but time: the end of an upload hashes the file as a whole.
 */
export class ContentHasher {
  #waiting = new Map<number, Waiting>()
  #asked = 0
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | undefined

  /** These bytes of the upload lie on disk for good, written by this node. */
  follow(order: { fileId: string; path: string; from: number; to: number }): void {
    this.#send({ kind: 'follow', ...order })
  }

  forget(fileId: string): void {
    this.#worker?.postMessage({ kind: 'forget', fileId } satisfies HashOrder)
  }

  /** Of the file as it lies there; `isFollowed`: nobody but the calls that were followed has written to it. Throws as reading does. */
  hashOf(order: { fileId: string; path: string; size: number; isFollowed: boolean }): Promise<string> {
    const ask = (this.#asked += 1)
    return new Promise((resolve, reject) => {
      // The thread is there from here on, with the map of those who wait for it.
      this.#thread()
      this.#waiting.set(ask, { resolve, reject })
      this.#send({ kind: 'end', ...order, ask })
    })
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #send(order: HashOrder): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#rest(), IDLE_MS).unref()
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread().postMessage(order)
  }

  #thread(): Worker {
    return (this.#worker ??= this.#begin())
  }

  #rest(): void {
    if (this.#waiting.size === 0) void this.stop()
    else this.#idle = setTimeout(() => this.#rest(), IDLE_MS).unref()
  }

  #begin(): Worker {
    const worker = new Worker(new URL('hash-worker.ts', import.meta.url))
    // The console ends without waiting for it.
    worker.unref()
    // Its own: the end of one thread says nothing about what the next one was asked.
    const waiting = (this.#waiting = new Map<number, Waiting>())
    worker.on('message', (answer: HashAnswer) => {
      const asked = waiting.get(answer.ask)
      waiting.delete(answer.ask)
      if ('fault' in answer) asked?.reject(Object.assign(new Error(answer.fault), { code: answer.code }))
      else asked?.resolve(answer.sha256)
    })
    const died = (error: unknown) => {
      if (this.#worker === worker) this.#worker = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    worker.on('error', died)
    worker.on('exit', () => died(new Error('the thread that hashes files has ended')))
    return worker
  }
}
