import { moduleLabel } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { NamedPlayer } from '@qd/web-calls'
import type { PaletteEntry, PaletteSourceProps } from '@qd/web-frame'
import { Database, Hash } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { modulesOf } from '../model/module-list.ts'
import { leadTo, usePlayerInView } from './open-player.ts'

const NONE: readonly PaletteEntry[] = []

/** Modules and fields by their names in the user's language and in the protocol. */
export function fieldEntries(protocol: ProtocolDefinition, player: NamedPlayer): PaletteEntry[] {
  return modulesOf(protocol).flatMap((info): PaletteEntry[] => {
    const label = moduleLabel(protocol, info)
    const diff = info.name
    const module: PaletteEntry = {
      id: `module ${diff}`,
      title: label,
      hint: info.netKey,
      keywords: [diff],
      icon: Database,
      run: () => leadTo(player, { diff, path: [] }),
    }
    const fields = info.fields.map(({ fieldName, name }): PaletteEntry => ({
      id: `field ${diff} ${fieldName}`,
      title: name === '' ? fieldName : name,
      hint: `${label} · ${fieldName}`,
      keywords: [fieldName],
      icon: Hash,
      run: () => leadTo(player, { diff, path: [fieldName] }),
    }))
    return [module, ...fields]
  })
}

/** Modules and fields of the open player. */
export default function FieldSource({ show }: PaletteSourceProps): null {
  const { player, session } = usePlayerInView()
  const { uId, game } = player
  const protocol = session?.draft.protocol
  const entries = useMemo(
    () => (protocol === undefined ? NONE : fieldEntries(protocol, { uId, game })),
    [protocol, uId, game],
  )
  useEffect(() => show(entries), [show, entries])
  return null
}
