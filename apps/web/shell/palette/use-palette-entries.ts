import { useMemo } from 'react'
import type { PaletteEntry } from './palette-entry.ts'
import { useCommandEntries } from './use-command-entries.ts'
import { usePageEntries, usePlayerEntries } from './use-place-entries.ts'
import { useTabEntries } from './use-tab-entries.ts'
import { useServerEntries } from './use-server-entries.ts'
import { useSettingEntries } from './use-setting-entries.ts'

/** Everything the palette knows; the same array as long as nothing in it reads differently. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const small = [
    ...useTabEntries(),
    ...usePlayerEntries(),
    ...usePageEntries(),
    ...useCommandEntries(),
    ...useSettingEntries(),
  ]
  const servers = useServerEntries()
  const shown = small.map(({ id, title, hint }) => `${id} ${title} ${hint ?? ''}`).join('\n')
  // Lists are built anew on each key press; indexing them again would cost more than the search.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => [...small, ...servers], [shown, servers])
}
