import { expect, test } from 'vitest'
import { isVerifyDue } from './is-verify-due.ts'

const at = (hour: number, day = 21) => new Date(2026, 10, day, hour, 10)

test.each([
  ['the first night', at(3), null, true],
  ['the first day', at(12), null, false],
  ['the next night', at(3), at(3, 20), true],
  ['again in the same night', at(3), at(2), false],
  ['by day, a night was missed', at(9), at(3, 19), true],
  ['by day, all is well', at(9), at(3), false],
  ['the clock was set back two days', at(9, 19), at(3, 21), true],
])('[T25] %s', (_what, now, last, isDue) => expect(isVerifyDue(now, last?.getTime() ?? null)).toBe(isDue))
