import { getConfig } from '@qd/system/contract'
import { useCall } from '@qd/web-calls'
import type { JsonLevels } from '@qd/web-json'

/** Levels open at first, and opened together by a click with Alt, until the settings came (S9.06). */
const USUAL: JsonLevels = { deep: 2, expand: 3 }

/** How deep JSON opens is a setting (S3.14); it comes once per session. */
export function useJsonLevels(): { levels: JsonLevels; isPending: boolean } {
  const { data, isPending } = useCall(
    getConfig,
    {},
    {
      staleTimeMs: Number.POSITIVE_INFINITY,
      tag: 'data-edit:json.shape',
      told: { quiet: 'the usual depth serves' },
    },
  )
  return { levels: data ? { deep: data.jsonDeep, expand: data.jsonExpand } : USUAL, isPending }
}
