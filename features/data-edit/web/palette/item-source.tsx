import { propertyList } from '@qd/properties/contract'
import { moduleLabel } from '@qd/protocol-model'
import { useCall, useScope } from '@qd/web-calls'
import { copyAloud } from '@qd/web-frame'
import type { PaletteEntry, PaletteSourceProps } from '@qd/web-frame'
import { Package } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { modulesOf } from '../model/module-list.ts'
import type { Draft } from '../model/draft.ts'
import { leadTo, usePlayerInView } from './open-player.ts'

const NONE: readonly PaletteEntry[] = []

interface ItemRow {
  diff: string
  label: string
}

/** Where the player has an item: the first table whose rows are items. */
function rowsByItem(draft: Draft): ReadonlyMap<string, ItemRow> {
  const found = new Map<string, ItemRow>()
  for (const info of modulesOf(draft.protocol)) {
    const key = info.fields.find(({ fieldName }) => fieldName === info.key)
    if (key?.dataProvider !== 'gameProp') continue
    const rows: unknown = Object.hasOwn(draft.data, info.netKey) ? draft.data[info.netKey] : null
    const label = moduleLabel(draft.protocol, info)
    for (const number of Object.keys(rows ?? {}))
      if (!found.has(number)) found.set(number, { diff: info.name, label })
  }
  return found
}

/** Items of the selected line: leads to the open player's row of it, else copies its number. */
export default function ItemSource({ show }: PaletteSourceProps): null {
  const place = useScope(useShallow(({ game, partnerCode, lineId }) => ({ game, partnerCode, lineId })))
  const { game, partnerCode, lineId } = place
  const { data: items, error } = useCall(
    propertyList,
    lineId === '' || partnerCode === '' ? null : { body: { game, partnerCode, lineCode: lineId } },
    {
      tag: 'data-edit:palette.items',
      told: 'inline',
      staleTimeMs: 300_000,
    },
  )
  const { player, session } = usePlayerInView()
  const { uId, game: playersGame } = player
  // Numbers of another game mean other things.
  const draft = session !== null && session.game === game ? session.draft : null
  const entries = useMemo(() => {
    if (items === undefined) return NONE
    const rows = draft === null ? null : rowsByItem(draft)
    return items.map(({ number, name, type }): PaletteEntry => {
      const row = rows?.get(number)
      return {
        id: `item ${number}`,
        title: name,
        hint: [row?.label ?? type.name, number].filter((part) => part !== '').join(' · '),
        keywords: [number],
        icon: Package,
        run: () =>
          row === undefined
            ? void copyAloud(number)
            : leadTo({ uId, game: playersGame }, { diff: row.diff, key: number, path: [] }),
      }
    })
  }, [items, draft, uId, playersGame])
  useEffect(() => show(entries, error?.message), [show, entries, error])
  return null
}
