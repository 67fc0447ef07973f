import type { GameCallName } from './game-calls.ts'

/** `0`, `1`, `S`: the tiers of the guide; `-`: what stands beside them. */
export type Tier = '0' | '1' | 'S' | '-'

/**
 * The names `meta.capabilities` may hold, with the call each stands for; null for the game socket. Calls of the tiers
 * are made whatever the list says: a server of contract 1.x that lacks one answers 3001. What comes later is asked for
 * only where its name is in the list.
 */
export const CAPABILITIES: Readonly<Record<string, { tier: Tier; call: GameCallName | null }>> = {
  time: { tier: '0', call: 'time' },
  'players.lookup': { tier: '0', call: 'lookup' },
  protocol: { tier: '1', call: 'protocol' },
  'data.get': { tier: '1', call: 'dataGet' },
  'data.check': { tier: '1', call: 'dataCheck' },
  'data.change': { tier: '1', call: 'dataChange' },
  items: { tier: '1', call: 'items' },
  limits: { tier: '1', call: 'limits' },
  channels: { tier: '1', call: 'channels' },
  cross: { tier: '1', call: 'crossGroups' },
  proto: { tier: 'S', call: 'proto' },
  'accounts.create': { tier: 'S', call: 'accountsCreate' },
  socket: { tier: 'S', call: null },
  'time.set': { tier: '-', call: 'setTime' },
  commands: { tier: '-', call: 'commands' },
}
