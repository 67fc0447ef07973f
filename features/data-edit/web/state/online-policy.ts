import type { OnlinePolicy } from '@qd/game-contract'
import { ALL_POLICIES } from '@qd/player-edit'
import { readStored, useSession, writeStored } from '@qd/web-base'

const nameOf = (): string => `edit.policy.${useSession.getState().userInfo?.id ?? ''}`

/** What this user chose last in this browser, whatever the server. */
export function rememberedPolicy(): OnlinePolicy | null {
  const kept = readStored(nameOf())
  return ALL_POLICIES.find((policy) => policy === kept) ?? null
}

export function rememberPolicy(policy: OnlinePolicy): void {
  writeStored(nameOf(), policy)
}
