import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HONEST_UID, plainDialer, ROW_LIES, startLyingGame } from '../testing/index.ts'
import type { LyingGame, RowLie } from '../testing/index.ts'
import { createStandardAdapter } from './index.ts'

const operator = { opId: '7', user: 'tester', requestId: 'r-1' }
const mail = { title: 't', body: '', sender: '', attach: [], sendAt: 1, expireAt: 2_000_000_000_000 }

let game: LyingGame
beforeAll(async () => {
  game = await startLyingGame('honest')
})
afterAll(() => game.stop())

/** The codes of two answers to the same key. */
async function told(lie: RowLie | null): Promise<[number, number][][]> {
  game.misreport(lie)
  const input = {
    mailId: `m-${String(lie)}`,
    batch: '0',
    mail,
    recipients: [{ uId: HONEST_UID }, { uId: '30123999999' }],
    operator,
    idempotencyKey: `row-lies-${String(lie)}`,
  }
  const adapter = createStandardAdapter({ dialer: plainDialer() })
  const answers = [await adapter.mail.batch(game.target, input), await adapter.mail.batch(game.target, input)]
  return answers.map(({ results }) => results.map(({ index, code }) => [index, code]))
}

describe('a game that lies about rows', () => {
  const TOLD: Record<RowLie, [number, number][][]> = {
    missing: [[[0, 0]], [[0, 0]]],
    twice: [
      [
        [0, 0],
        [1, 2001],
        [0, 2001],
      ],
      [
        [0, 0],
        [1, 2001],
        [0, 2001],
      ],
    ],
    beyond: [
      [
        [0, 0],
        [1, 2001],
        [9, 0],
      ],
      [
        [0, 0],
        [1, 2001],
        [9, 0],
      ],
    ],
    all_failed: [
      [
        [0, 2001],
        [1, 2001],
      ],
      [
        [0, 2001],
        [1, 2001],
      ],
    ],
    fickle: [
      [
        [0, 2001],
        [1, 2001],
      ],
      [
        [0, 0],
        [1, 2001],
      ],
    ],
  }
  it.each(ROW_LIES)('%s: the adapter hands on what was said, and the mail was delivered', async (lie) => {
    expect(await told(lie)).toEqual(TOLD[lie])
    expect(game.honest.mail.stateOf(`m-${lie}`, HONEST_UID)).toBe('delivered')
  })
})
