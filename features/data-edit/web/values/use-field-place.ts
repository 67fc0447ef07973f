import { diffInfoOf, ownValue, parseDataProvider } from '@qd/protocol-model'
import { propertyChoices } from '@qd/properties/contract'
import type { PropertyMap } from '@qd/properties/contract'
import type { DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { FieldChoice, FieldPlace } from '@qd/web-controls/fields'
import { useMemo } from 'react'
import type { EditorPlace } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'

const NO_DATA: PlayerData = {}

function namesOf(names: ReadonlyMap<string, string>): FieldChoice[] {
  return [...names].map(([value, label]) => ({ value, label }))
}

const itemLists = new WeakMap<PropertyMap, readonly FieldChoice[]>()

/** One list per line: it may hold 100,000 items, and the inputs index it once. */
function itemsOf(properties: PropertyMap): readonly FieldChoice[] {
  const known = itemLists.get(properties)
  if (known) return known
  const list = propertyChoices(properties)
  itemLists.set(properties, list)
  return list
}

/** The rows of a module as choices, named by their own name field where there is one. */
function rowsOf(info: DiffInfo, data: PlayerData): FieldChoice[] {
  const rows = Object.hasOwn(data, info.netKey) ? data[info.netKey] : undefined
  if (info.key === '' || typeof rows !== 'object' || rows === null) return []
  const naming = info.fields.find(
    ({ fieldName, type }) => type === 'string' && /^(name|title)$/i.test(fieldName),
  )
  return Object.entries(rows).map(([value, row]) => {
    const name: unknown =
      naming === undefined ? '' : ownValue(row as Record<string, unknown>, naming.fieldName)
    return { value, label: typeof name === 'string' && name !== '' ? name : value }
  })
}

function offeredBy(
  place: EditorPlace,
  protocol: ProtocolDefinition | undefined,
  data: PlayerData,
): FieldPlace['offered'] {
  const lists = new Map<string, readonly FieldChoice[] | null>()
  const find = (text: string): readonly FieldChoice[] | null => {
    const provider = parseDataProvider(text)
    if (provider?.kind === 'gameProp') return itemsOf(place.properties)
    if (provider?.kind === 'server') return namesOf(place.servers)
    if (provider?.kind === 'channel') return namesOf(place.channels)
    const info = provider?.kind === 'diffInfo' && protocol ? diffInfoOf(protocol, provider.name) : null
    return info ? rowsOf(info, data) : null
  }
  return (provider) => {
    const known = lists.get(provider)
    if (known !== undefined) return known
    const found = find(provider)
    lists.set(provider, found)
    return found
  }
}

/** What the inputs of a player's data offer: items, servers, channels of their line, and rows of their own modules. */
export function useFieldPlaceOf(place: EditorPlace): FieldPlace {
  const protocol = useEditor((state) => state.sessions[place.player]?.draft.protocol)
  const base = useEditor((state) => state.sessions[place.player]?.draft.base) ?? NO_DATA
  return useMemo(
    () => ({
      zoneMinutes: place.zoneMinutes,
      clockOffsetMs: place.clockOffsetMs,
      offered: offeredBy(place, protocol, base),
    }),
    [place, protocol, base],
  )
}
