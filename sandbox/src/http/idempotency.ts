import { createHash } from 'node:crypto'
import { GameFailure } from '../game/game-failure.ts'
import type { Game } from '../game/game.ts'
import { say } from '../texts/say.ts'
import { replayedAnswer } from './reply.ts'
import type { Answer } from './reply.ts'

const KEY = /^[\x21-\x7e]{8,128}$/

/** Runs a write once per key: the same key and body get the first answer again, another body 409. */
export function runOnce(game: Game, call: { key: string | null; text: string }, run: () => Answer): Answer {
  const { key } = call
  if (key === null || !KEY.test(key)) {
    throw new GameFailure(2004, say('写操作需要幂等键'), { field: 'idempotency-key' })
  }
  const bodyHash = createHash('sha256').update(call.text).digest('hex')
  const stored = game.store.answer(key)
  if (stored !== null) {
    if (stored.bodyHash === bodyHash) return replayedAnswer(stored)
    throw new GameFailure(2004, say('这个幂等键已用于另一个请求'), {
      field: 'idempotency-key',
      httpStatus: 409,
    })
  }
  // A failure throws past this line: it changed nothing, so the same key may be tried again.
  return game.store.transaction(() => {
    const answer = run()
    game.store.keepAnswer(key, { bodyHash, ...answer }, game.clock.realMs())
    return answer
  })
}
