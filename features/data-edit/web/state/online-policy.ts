import { readStored, useSession, writeStored } from '@qd/web-base'

export type OnlinePolicy = 'live' | 'kick' | 'refuse'

/** What servers can do that do not say. */
export const ALL_POLICIES: readonly OnlinePolicy[] = ['live', 'kick', 'refuse']

const nameOf = (): string => `edit.policy.${useSession.getState().userInfo?.id ?? ''}`

/** What this user chose last in this browser, whatever the server. */
export function rememberedPolicy(): OnlinePolicy | null {
  const kept = readStored(nameOf())
  return ALL_POLICIES.find((policy) => policy === kept) ?? null
}

export function rememberPolicy(policy: OnlinePolicy): void {
  writeStored(nameOf(), policy)
}

/** The wanted policy where the server can do it, else the one a commit without any would have. */
export function fittingPolicy(wanted: OnlinePolicy | null, offered: readonly OnlinePolicy[]): OnlinePolicy {
  if (wanted !== null && offered.includes(wanted)) return wanted
  return offered.includes('live') ? 'live' : (offered[0] ?? 'live')
}
