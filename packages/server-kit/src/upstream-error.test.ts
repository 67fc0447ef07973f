import { describe, expect, it } from 'vitest'
import { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { GameErrorFacts } from '@qd/game-contract/adapter'
import { askLine, fromGame, toAppError } from './index.ts'
import { aServer } from '../testing/index.ts'

const cases: [GameErrorFacts, number, string, boolean][] = [
  [{ kind: 'down' }, 503, 'upstream_down', true],
  [{ kind: 'timeout' }, 504, 'upstream_timeout', true],
  [{ kind: 'garbage' }, 502, 'upstream_garbage', true],
  [{ kind: 'bad_signature' }, 502, 'upstream_signature', true],
  [{ kind: 'clock_skew' }, 502, 'upstream_clock_skew', true],
  [{ kind: 'refused', code: 2004, msg: 'no' }, 422, 'upstream_refused', false],
  [{ kind: 'refused', code: 3001 }, 409, 'capability_missing', false],
  [{ kind: 'refused', code: 4001 }, 503, 'upstream_busy', true],
  [{ kind: 'refused', code: 4002 }, 503, 'upstream_busy', true],
  [{ kind: 'refused', code: 5001 }, 502, 'upstream_garbage', true],
]

describe('toAppError', () => {
  it.each(cases)('%j is %d %s', (facts, status, code, retryable) => {
    expect(toAppError(new GameError(facts)).def).toEqual({ status, code, retryable })
  })

  it('carries the words of the game', () => {
    const error = toAppError(new GameError({ kind: 'refused', code: 2004, msg: '等级不足', field: 'level' }))
    expect(error).toMatchObject({
      field: 'level',
      params: { reason: '等级不足' },
      details: { gameCode: 2004, gameMsg: '等级不足' },
    })
  })

  it('leaves other errors alone', async () => {
    await expect(fromGame(Promise.reject(new TypeError('bug')))).rejects.toThrow(TypeError)
    await expect(fromGame(Promise.reject(new GameError({ kind: 'down' })))).rejects.toThrow(AppError)
  })
})

describe('askLine', () => {
  const servers = [1, 2, 3].map((sId) => aServer({ sId }))
  const ask = (failures: Record<number, GameErrorFacts>) => {
    const asked: number[] = []
    const reach = {
      serversOf: () => servers,
      reach: async ({ sId }: { sId: number }) => ({ target: { sId } }) as never,
    }
    const answer = askLine(reach, servers, async ({ target }) => {
      asked.push(target.sId)
      const failure = failures[target.sId]
      if (failure) throw new GameError(failure)
      return target.sId
    })
    return { answer, asked }
  }

  it('goes on to the next server while one does not answer', async () => {
    expect(await ask({}).answer).toBe(1)
    expect(await ask({ 1: { kind: 'down' }, 2: { kind: 'garbage' } }).answer).toBe(3)
  })

  it('stops at a proper no and tells the first failure', async () => {
    const refused = ask({ 1: { kind: 'timeout' }, 2: { kind: 'refused', code: 3001 } })
    await expect(refused.answer).rejects.toMatchObject({ def: { code: 'upstream_timeout' } })
    expect(refused.asked).toEqual([1, 2])
  })

  it('has no answer for a line without servers', async () => {
    await expect(
      askLine({ serversOf: () => [], reach: async () => ({}) as never }, [], async () => 1),
    ).rejects.toMatchObject({ def: { code: 'server_not_found' } })
  })
})
