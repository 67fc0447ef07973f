import { GAME_CALLS } from './game-calls.ts'
import type { GameCallName, Tier } from './game-calls.ts'

interface Capability {
  tier: Tier
  /** The call it stands for; null: what `stands` says. */
  call: GameCallName | null
  stands?: string
}

const TIERS: readonly Tier[] = ['0', '1', 'S', '2', '-']
/** Names that stand for no call of the console. */
const OTHERS: [string, Capability][] = [
  ['socket', { tier: 'S', call: null, stands: 'the game socket' }],
  ['heartbeat', { tier: '2', call: null, stands: 'the server sends `POST /open/v1/heartbeat`' }],
]

/** One row for each name, with the first call that has it. */
function rows(): [string, Capability][] {
  const named = new Map<string, Capability>()
  for (const call of Object.keys(GAME_CALLS) as GameCallName[]) {
    const { capability, tier } = GAME_CALLS[call]
    if (capability !== null && !named.has(capability)) named.set(capability, { tier, call })
  }
  return [...named, ...OTHERS]
}

/**
 * The names `meta.capabilities` may hold, by tier, with the call each stands for. Calls of
 * the tiers are made whatever the list says: a server of contract 1.x that lacks one answers 3001. What comes later is
 * asked for only where its name is in the list.
 */
export const CAPABILITIES: Readonly<Record<string, Capability>> = Object.fromEntries(
  TIERS.flatMap((tier) => rows().filter(([, capability]) => capability.tier === tier)),
)
