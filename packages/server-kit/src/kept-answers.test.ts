import { describe, expect, it } from 'vitest'
import { AppError, coreErrors } from '@qd/contract-kit'
import { createKeptAnswers } from './index.ts'

function setUp() {
  const clock = { nowMs: 0 }
  let loads = 0
  const kept = createKeptAnswers<number>({ freshMs: 100, now: () => clock.nowMs })
  return { clock, ask: (key = 'a') => kept.get(key, async () => ++loads), kept }
}

describe('kept answers', () => {
  it('asks once while the answer is fresh and once for calls that come together', async () => {
    const { clock, ask } = setUp()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    clock.nowMs = 99
    expect(await ask()).toBe(1)
    clock.nowMs = 100
    expect(await ask()).toBe(2)
    expect(await ask('b')).toBe(3)
  })

  it('keeps the last answer when asking anew is refused, and says so when there is none', async () => {
    const { clock, ask, kept } = setUp()
    const refuse = async () => {
      throw new AppError(coreErrors.upstream_down)
    }
    await expect(kept.get('a', refuse)).rejects.toMatchObject({ def: coreErrors.upstream_down })
    await ask()
    clock.nowMs = 1_000_000
    expect(await kept.get('a', refuse)).toBe(1)
    expect(await ask()).toBe(2)
  })

  it('hides no fault of the program', async () => {
    const { clock, ask, kept } = setUp()
    await ask()
    clock.nowMs = 1000
    await expect(kept.get('a', async () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  })
})
