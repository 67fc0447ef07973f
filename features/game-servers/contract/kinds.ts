import { hearOfSilence } from './permissions.ts'

/** No heartbeat for 90 s from a server that sends them. */
export const serverSilent = {
  name: 'game-servers.silent',
  level: 'warning',
  heldBy: hearOfSilence,
} as const

/** The first heartbeat after that. */
export const serverBack = {
  name: 'game-servers.back',
  level: 'success',
  heldBy: hearOfSilence,
} as const
