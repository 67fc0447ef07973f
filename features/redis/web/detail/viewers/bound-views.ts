import { useCall } from '@qd/web-calls'
import type { RouteReply } from '@qd/contract-kit'
import { useMemo } from 'react'
import { fitsGlob, listViewers } from '../../../contract/index.ts'
import type { BoundViewer, LineLayout, OwnDecoder, RedisBytes, ValueView } from '../../../contract/index.ts'
import type { KeyPlace } from '../key-place.ts'
import { bytesOf } from '../model/bytes.ts'

export const AUTO: ValueView = { compression: 'auto', format: 'auto', message: '', decoderId: '' }

type Listed = RouteReply<typeof listViewers>
const NOTHING: Listed = { list: [], decoders: [], layouts: [], mayEdit: false, mayManage: false }

export const viewersArgs = ({ lineId, connectionId, db }: Omit<KeyPlace, 'key'>) => ({
  body: { lineId, connectionId, db },
})

/** What views of a line are called by. */
export interface LineFormats {
  readonly decoders: readonly OwnDecoder[]
  readonly layouts: readonly LineLayout[]
}

/** The text of the record layout a view names; null: it names none, or one that is gone. */
export function layoutOf({ format, decoderId }: ValueView, layouts: readonly LineLayout[]): string | null {
  if (format !== 'record') return null
  return layouts.find(({ layoutId }) => layoutId === decoderId)?.text ?? null
}

/** SHA-256 of the own decoder a view names; empty: it names none, or one that is gone. */
export function decoderHashOf({ format, decoderId }: ValueView, decoders: readonly OwnDecoder[]): string {
  if (format !== 'own') return ''
  return decoders.find((each) => each.decoderId === decoderId)?.sha256 ?? ''
}

/** Viewers, own decoders and record layouts of the line; nothing until they came. */
export function useLineViewers(place: Omit<KeyPlace, 'key'>): Listed {
  const { data } = useCall(listViewers, viewersArgs(place), {
    tag: 'redis:viewers.title',
    // Without them values are shown by their bytes.
    told: 'once',
    staleTimeMs: 60_000,
  })
  return data ?? NOTHING
}

/** Viewers that show values by an own decoder (`own`) or by a record layout (`record`). */
export function viewersOf(
  list: readonly BoundViewer[],
  format: 'own' | 'record',
  id: string,
): readonly BoundViewer[] {
  return list.filter((viewer) => viewer.format === format && viewer.decoderId === id)
}

const encoder = new TextEncoder()
const fits = (pattern: string, name: RedisBytes): boolean => fitsGlob(encoder.encode(pattern), bytesOf(name))

/** The first viewer bound to a key and what is in it; null: none is. `field` is null for a value that has no name. */
export function boundViewer(
  list: readonly BoundViewer[],
  key: RedisBytes,
  field: RedisBytes | null,
): BoundViewer | null {
  const found = list.find(
    ({ keyPattern, fieldPattern }) =>
      fits(keyPattern, key) && (fieldPattern === '' || (field !== null && fits(fieldPattern, field))),
  )
  return found ?? null
}

/** The same as a view, kept while nothing of it changes. */
export function useBoundView(place: KeyPlace, field: RedisBytes | null): BoundViewer | null {
  const { list } = useLineViewers(place)
  return useMemo(() => boundViewer(list, place.key, field), [list, place.key, field])
}
