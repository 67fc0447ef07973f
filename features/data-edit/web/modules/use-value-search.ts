import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { useEffect, useMemo, useState } from 'react'
import { ValueSearch } from '../model/value-search.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import type { ModuleHits } from '../model/value-search.ts'

/** Rows looked at before the page gets its turn. */
const SLICE = 1_500
const NOTHING: ReadonlyMap<string, ModuleHits> = new Map()

interface Found {
  needle: string
  hits: ReadonlyMap<string, ModuleHits>
  isDone: boolean
}

/** Values of the player that hold the needle, as far as the search has come. */
export function useValueSearch(protocol: ProtocolDefinition, data: PlayerData, needle: string): Found {
  const { properties, servers, channels } = useEditorPlace()
  const names = useMemo(() => {
    const gameProp = new Map(properties.list.map(({ number, name }) => [number, name]))
    return { gameProp, server: servers, channel: channels }
  }, [properties, servers, channels])
  const [found, setFound] = useState<Found>({ needle: '', hits: NOTHING, isDone: true })
  useEffect(() => {
    if (needle.trim() === '') return undefined
    const search = new ValueSearch(protocol, data, needle, names)
    let timer: ReturnType<typeof setTimeout>
    const go = (): void => {
      const isDone = search.search(SLICE)
      setFound({ needle, hits: new Map(search.found), isDone })
      if (!isDone) timer = setTimeout(go, 0)
    }
    timer = setTimeout(go, 0)
    return () => clearTimeout(timer)
  }, [protocol, data, needle, names])
  if (needle.trim() === '') return { needle, hits: NOTHING, isDone: true }
  return found.needle === needle ? found : { needle, hits: NOTHING, isDone: false }
}
