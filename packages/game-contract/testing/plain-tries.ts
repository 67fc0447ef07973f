import { mapPlainCalls } from '../src/adapter/index.ts'
import type { GameServerTarget, PlainCallName, WholeAdapter } from '../src/adapter/index.ts'
import { GAME_CALLS } from '../src/index.ts'
import type { GameCallName, OperatorBlock } from '../src/index.ts'
import { CONTRACT_EXAMPLES } from './contract-examples.ts'

const operator: OperatorBlock = { opId: 'op-1', user: 'tester', reason: 'conformance', requestId: 'r-1' }
let keys = 0
/** Who writes, under a key that nobody has used. */
export const freshWrite = () => ({ operator, idempotencyKey: `conformance-${Date.now()}-${(keys += 1)}` })

interface PlainTry {
  ask: (adapter: WholeAdapter, target: GameServerTarget) => Promise<unknown>
  reply: GameCallName
}

function inputOf(name: PlainCallName): object[] {
  const { method, isWrite } = GAME_CALLS[name]
  if (method === 'GET') return []
  return [{ ...CONTRACT_EXAMPLES[name].request, ...(isWrite ? freshWrite() : {}) }]
}

/** Each plain call, asked as the contract's example asks it. */
export const PLAIN_TRIES = mapPlainCalls<PlainTry>((name, group, call) => ({
  ask: (adapter, target) => {
    const calls = adapter[group] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    return calls[call]!(target, ...inputOf(name))
  },
  reply: name,
}))
