import { GAME_CALLS } from './game-calls.ts'
import type { GameCallName, Tier } from './game-calls.ts'
import { OFFERED_LOOKUPS } from './schemas-player.ts'
import type { OfferedLookup } from './schemas-player.ts'

interface Capability {
  tier: Tier
  /** The call it stands for; null: what `stands` says. */
  call: GameCallName | null
  stands?: string
}

/** The name under which a server offers a way to find players. */
export const lookupCapability = (by: OfferedLookup): string => `players.lookup.${by}`

const TIERS: readonly Tier[] = ['0', '1', 'S', '2', '-']
/** Names that stand for no call of the console. */
const OTHERS: [string, Capability][] = [
  ...OFFERED_LOOKUPS.map((by): [string, Capability] => [
    lookupCapability(by),
    { tier: '-', call: null, stands: `\`by: ${by}\` of \`${GAME_CALLS.lookup.path}\`` },
  ]),
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
