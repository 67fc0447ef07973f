import type { Selection } from './selection.ts'

/** A place as an address names it; what it does not name is empty text or 0. */
export type LinkedPlace = Omit<Selection, 'channel'>

const NOWHERE: LinkedPlace = { game: '', partnerCode: '', lineId: '', sId: 0 }

function partsOf(address: string): { path: string; query: URLSearchParams } {
  const [path = '', search = ''] = address.split('?')
  return { path, query: new URLSearchParams(search) }
}

/** Addresses of the menu name the selected operator as `pid`, and their `game` is the selected one (S2.19). */
export function isOfMenu(query: URLSearchParams): boolean {
  return query.has('pid')
}

/** The place an address names: `game`, `line` and `sId` of a link, `game` and `pid` of a menu entry; null: none. */
export function placeOfAddress(address: string): LinkedPlace | null {
  const { query } = partsOf(address)
  const game = query.get('game') ?? ''
  const partnerCode = query.get('pid') ?? ''
  if (game === '') return null
  if (isOfMenu(query)) return partnerCode === '' ? null : { ...NOWHERE, game, partnerCode }
  const lineId = query.get('line') ?? ''
  const sId = query.get('sId') ?? ''
  if (lineId === '') return null
  return { ...NOWHERE, game, lineId, sId: /^\d{1,9}$/.test(sId) ? Number(sId) : 0 }
}

/** Whether the selection is at the place, or below it. */
export function isAtPlace(selection: Selection, place: LinkedPlace): boolean {
  return (
    selection.game === place.game &&
    (place.partnerCode === '' || selection.partnerCode === place.partnerCode) &&
    (place.lineId === '' || selection.lineId === place.lineId) &&
    (place.sId === 0 || selection.sId === place.sId)
  )
}

/** The same address naming this place, by the names its kind of address has; an entry of the menu needs an operator. */
export function addressWithPlace(address: string, place: LinkedPlace): string {
  const { path, query } = partsOf(address)
  if (isOfMenu(query) && place.partnerCode === '') return address
  const named = isOfMenu(query)
    ? { game: place.game, pid: place.partnerCode }
    : { game: place.game, line: place.lineId, sId: place.sId === 0 ? '' : String(place.sId) }
  for (const [name, value] of Object.entries(named)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The same address without the place of a link; an entry of the menu keeps its own. */
export function addressWithoutPlace(address: string): string {
  return addressWithPlace(address, NOWHERE)
}
