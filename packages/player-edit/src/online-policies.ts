import type { OnlinePolicy } from '@qd/game-contract'

/** What a server is taken to do that does not say. */
export const ALL_POLICIES: readonly OnlinePolicy[] = ['live', 'kick', 'refuse']

/** The wanted policy where the server can do it, else the one a commit without any would have. */
export function fittingPolicy(wanted: OnlinePolicy | null, offered: readonly OnlinePolicy[]): OnlinePolicy {
  if (wanted !== null && offered.includes(wanted)) return wanted
  return offered.includes('live') ? 'live' : (offered[0] ?? 'live')
}
