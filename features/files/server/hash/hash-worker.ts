import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { HashAnswer, HashOrder } from './hash-orders.ts'

/** Uploads whose hash runs along; those that stand still longest are hashed as a whole at their end. */
const MOST = 200
const page = Buffer.allocUnsafe(1_048_576)

interface Running {
  hash: Hash
  upTo: number
}
const running = new Map<string, Running>()

/** Hashes the file from where it stands up to `to`. Throws when the file ends before. */
function read(path: string, state: Running, to: number): void {
  const file = openSync(path, 'r')
  try {
    while (state.upTo < to) {
      const bytes = readSync(file, page, 0, Math.min(page.length, to - state.upTo), state.upTo)
      if (bytes === 0) throw new Error('the file is shorter than it was')
      state.hash.update(page.subarray(0, bytes))
      state.upTo += bytes
    }
  } finally {
    closeSync(file)
  }
}

const begun = (): Running => ({ hash: createHash('sha256'), upTo: 0 })

/** Only bytes right behind those it has had: after a gap the file is hashed as a whole at its end. */
function follow({ fileId, path, from, to }: HashOrder & { kind: 'follow' }): void {
  const state = running.get(fileId) ?? begun()
  running.delete(fileId)
  if (state.upTo !== from) return
  try {
    read(path, state, to)
  } catch {
    return
  }
  running.set(fileId, state)
  const [oldest] = running.keys()
  if (running.size > MOST && oldest !== undefined) running.delete(oldest)
}

function end({ fileId, path, size, isFollowed, ask }: HashOrder & { kind: 'end' }): HashAnswer {
  const known = running.get(fileId)
  running.delete(fileId)
  const state = isFollowed && known !== undefined && known.upTo <= size ? known : begun()
  try {
    read(path, state, size)
    return { ask, sha256: state.hash.digest('hex') }
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException
    return { ask, fault: message, code }
  }
}

parentPort?.on('message', (order: HashOrder) => {
  if (order.kind === 'follow') follow(order)
  else if (order.kind === 'forget') running.delete(order.fileId)
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  else parentPort?.postMessage(end(order))
})
