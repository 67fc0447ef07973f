import { getConfig } from '@qd/system/contract'
import { useCall } from '@qd/web-calls'

export interface EntryConfig {
  version: string
  sandbox: boolean
  setupOpen: boolean
  /** Characters of the shortest new password. */
  passwordMin: number
}

/** The public settings that pages before sign-in and the change of password need; undefined until they came. */
export function useEntryConfig(): EntryConfig | undefined {
  return useCall(
    getConfig,
    {},
    {
      staleTimeMs: Number.POSITIVE_INFINITY,
      tag: 'session:login.submit',
      told: { quiet: 'signing in works without what it tells' },
    },
  ).data
}
