import { getConfig } from '@qd/system/contract'
import { useCall } from '@qd/web-kit'

export interface EntryConfig {
  version: string
  sandbox: boolean
  setupOpen: boolean
}

/** The public settings the pages before sign-in need; undefined until they came. */
export function useEntryConfig(): EntryConfig | undefined {
  return useCall(getConfig, {}, { staleTimeMs: Number.POSITIVE_INFINITY, silent: true }).data
}
