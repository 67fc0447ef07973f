import { dropStored, readStored, writeStored } from '@qd/web-base'
import {
  addressWithPlace,
  addressWithPlayer,
  placeOfAddress,
  playerAddress,
  playerOfAddress,
  textToFind,
} from '@qd/web-calls'

const storedUId = (): string => `uid:${window.location.origin}`
const storedPlace = (): string => `uid-place:${window.location.origin}`

/** Who an address names and where, as a link does: `?uId=7&game=ember&line=e1&sId=3`; empty: nobody. */
export function linkOfPlayer(address: string): string {
  const player = playerOfAddress(address)
  if (player.uId === '') return ''
  const place = placeOfAddress(address)
  const link = addressWithPlayer('', player)
  return place === null || place.lineId === '' ? link : addressWithPlace(link, place)
}

/** The player looked at last in this browser, as `linkOfPlayer` writes it. */
export function rememberedPlayer(): string {
  const uId = readStored(storedUId()) ?? ''
  return uId === '' ? '' : linkOfPlayer(`?uId=${uId}&${readStored(storedPlace()) ?? ''}`)
}

export function rememberPlayer(link: string): void {
  const query = new URLSearchParams(link)
  writeStored(storedUId(), query.get('uId') ?? '')
  query.delete('uId')
  writeStored(storedPlace(), query.toString())
}

export function forgetPlayer(): void {
  dropStored(storedUId())
  dropStored(storedPlace())
}

const PAGES_WITHOUT_UID = ['/login', '/setup', '/404', '/redirect']

/**
 * What a page load has to do about the uId (S2.21): an address to reload with, or null. An address that
 * names a player is remembered; one that names none takes the remembered.
 */
export function addressToReload(address: string): string | null {
  const path = address.split('?')[0] ?? ''
  if (PAGES_WITHOUT_UID.some((page) => path === page || path.startsWith(`${page}/`))) return null
  const named = linkOfPlayer(address)
  if (named !== '') {
    rememberPlayer(named)
    return null
  }
  const remembered = rememberedPlayer()
  // A link to a place is about that place: a player of another one would lead away from it.
  const isAboutPlace = (placeOfAddress(address)?.lineId ?? '') !== ''
  // Who searches looks for somebody else.
  const isSearch = textToFind(new URLSearchParams(address.split('?')[1])) !== ''
  if (remembered === '' || isAboutPlace || isSearch) return null
  const player = playerOfAddress(remembered)
  const place = placeOfAddress(remembered)
  const isRoot = path === '/' || path === ''
  const target = isRoot ? playerAddress(player) : addressWithPlayer(address, player)
  return place === null ? target : addressWithPlace(target, place)
}
