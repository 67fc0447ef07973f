import { GAME_CODES } from '../error-codes.ts'
import { GAME_CALLS } from '../game-calls.ts'
import type { GameAdapter, GameGroups } from './game-adapter.ts'
import { GameError } from './game-error.ts'
import { mapPlainCalls } from './plain-calls.ts'

export type GameGroupName = keyof GameGroups

/** Every group there, whether the adapter offers it or not. */
export type WholeAdapter = Required<GameAdapter>

/** The capability each call belongs to. */
const CAPABILITY_OF: { [Name in GameGroupName]: Record<keyof GameGroups[Name], string> } = {
  ...mapPlainCalls((name) => GAME_CALLS[name].capability),
  protocol: { md5: 'protocol', read: 'protocol' },
  proto: { read: 'proto' },
  data: { get: 'data.get', check: 'data.check', change: 'data.change' },
  commands: { list: 'commands', run: 'commands' },
  socket: { open: 'socket', openRaw: 'socket', enter: 'socket' },
}

/** The names of all groups. */
export const GAME_GROUPS = Object.keys(CAPABILITY_OF) as GameGroupName[]

function notOffered(capability: string): GameError {
  return new GameError({
    kind: 'refused',
    code: GAME_CODES.capabilityMissing,
    details: { capability },
    isOurs: true,
  })
}

/** Refuses as the others do, by a rejection, so that nobody needs a second way to hear of it. */
function refusals(calls: Record<string, string>): object {
  return Object.fromEntries(
    Object.entries(calls).map(([call, capability]) => [call, () => Promise.reject(notOffered(capability))]),
  )
}

/** An adapter with all groups: one that it lacks answers as a server does that lacks the capability. */
export function wholeAdapter(adapter: GameAdapter): WholeAdapter {
  const groups = GAME_GROUPS.map((name) => [name, adapter[name] ?? refusals(CAPABILITY_OF[name])])
  return { ...adapter, ...(Object.fromEntries(groups) as GameGroups) }
}
