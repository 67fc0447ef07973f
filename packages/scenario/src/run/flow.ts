import { LIMITS } from '../model/limits.ts'
import { firstBroken } from '../model/tests.ts'
import type { Source } from '../model/tests.ts'
import { fill } from '../model/values.ts'
import { Failed } from './happenings.ts'
import type { Instruction } from './program.ts'

/* Where a program goes on: loops, calls, branches and random ways. */

export interface Rounds {
  /** Instruction of the loop's first step; a call has -1. */
  at: number
  left: number
  round: number
  /** Where a call goes on. */
  back: number
}

type Flow = Extract<Instruction, { op: 'loop' | 'again' | 'call' | 'return' | 'test' | 'pick' | 'jump' }>
type Chooser = Source & { nextRandom(): number }

function timesOf(times: number | string, source: Source): number {
  const value = typeof times === 'number' ? times : Number(fill(times, source))
  if (!Number.isInteger(value) || value < 0 || value > LIMITS.loopTimes)
    throw new Failed('not_a_number', String(times))
  return value
}

/** The instruction that comes next; rounds and calls that are open stand on the stack. */
export function placeAfter(instruction: Flow, at: number, stack: Rounds[], source: Chooser): number {
  switch (instruction.op) {
    case 'loop': {
      const left = timesOf(instruction.times, source)
      if (left === 0 || firstBroken(instruction.while, source) !== undefined) return instruction.to
      stack.push({ at: at + 1, left: left - 1, round: 1, back: 0 })
      return at + 1
    }
    case 'again': {
      const rounds = stack.at(-1)!
      if (rounds.left > 0 && firstBroken(instruction.while, source) === undefined) {
        rounds.left -= 1
        rounds.round += 1
        return rounds.at
      }
      stack.pop()
      return at + 1
    }
    case 'call':
      if (stack.length >= LIMITS.callDepth + LIMITS.depth) throw new Failed('too_many_steps', 'calls')
      stack.push({ at: -1, left: 0, round: 0, back: at + 1 })
      return instruction.to
    case 'return':
      return stack.pop()!.back
    case 'test':
      return firstBroken(instruction.if, source) === undefined ? at + 1 : instruction.to
    case 'pick': {
      let rest = source.nextRandom() * instruction.total
      const way = instruction.ways.find(({ weight }) => (rest -= weight) < 0)
      return (way ?? instruction.ways.at(-1)!).to
    }
    case 'jump':
      return instruction.to
  }
}
