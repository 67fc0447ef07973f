import { describe, expect, it } from 'vitest'
import { GameError } from '@qd/game-contract/adapter'
import type { GameErrorKind } from '@qd/game-contract/adapter'
import { CircuitBreaker, verdictOf } from './circuit-breaker.ts'

function opened() {
  let now = 0
  const breaker = new CircuitBreaker({ failuresToOpen: 5, openMs: 5_000 }, () => now)
  for (let index = 0; index < 5; index += 1) breaker.settle(breaker.admit(), 'silent')
  return { breaker, pass: (ms: number) => (now += ms) }
}

const isOpen = (breaker: CircuitBreaker) => {
  try {
    breaker.refuseWhenOpen()
    return false
  } catch {
    return true
  }
}

describe('the breaker of a server', () => {
  it.each<[GameErrorKind, string]>([
    ['down', 'silent'],
    ['timeout', 'silent'],
    ['given_up', 'nothing'],
    ['garbage', 'answered'],
    ['bad_signature', 'answered'],
    ['clock_skew', 'answered'],
    ['refused', 'answered'],
  ])('[T30] a call that ends as %s: %s', (kind, verdict) => {
    expect(verdictOf(new GameError({ kind }))).toBe(verdict)
  })

  it('[T30] what the console itself refused or broke says nothing of the server', () => {
    expect(verdictOf(new GameError({ kind: 'down', isOurs: true }))).toBe('nothing')
    expect(verdictOf(new TypeError('a fault of ours'))).toBe('nothing')
  })

  it('[T30] a silence counts only when the server answered nobody meanwhile', () => {
    const breaker = new CircuitBreaker({ failuresToOpen: 5, openMs: 5_000 }, () => 0)
    const slow = Array.from({ length: 8 }, () => breaker.admit())
    breaker.settle(breaker.admit(), 'answered')
    for (const pass of slow) breaker.settle(pass, 'silent')
    expect(isOpen(breaker)).toBe(false)
    for (const pass of Array.from({ length: 5 }, () => breaker.admit())) breaker.settle(pass, 'silent')
    expect(isOpen(breaker)).toBe(true)
  })

  it('[T30] one probe at a time; one that says nothing leaves the next one its turn', () => {
    const { breaker, pass } = opened()
    expect(isOpen(breaker)).toBe(true)
    pass(5_000)
    const probe = breaker.admit()
    expect(probe.isProbe).toBe(true)
    expect(isOpen(breaker)).toBe(true)
    breaker.settle(probe, 'nothing')
    const next = breaker.admit()
    breaker.settle(next, 'silent')
    expect(isOpen(breaker)).toBe(true)
    pass(5_000)
    breaker.settle(breaker.admit(), 'answered')
    expect(isOpen(breaker)).toBe(false)
  })
})
