import { dropStored, readStored, writeStored } from '@qd/web-base'
import { NO_PLAYER, addressWithPlayer, playerAddress, playerOfAddress } from '@qd/web-calls'
import type { NamedPlayer } from '@qd/web-calls'

const storedUId = (): string => `uid:${window.location.origin}`
const storedGame = (): string => `uid-game:${window.location.origin}`

/** The player looked at last in this browser. */
export function rememberedPlayer(): NamedPlayer {
  const uId = readStored(storedUId()) ?? ''
  return uId === '' ? NO_PLAYER : { uId, game: readStored(storedGame()) ?? '' }
}

export function rememberPlayer({ uId, game }: NamedPlayer): void {
  writeStored(storedUId(), uId)
  if (game === '') dropStored(storedGame())
  else writeStored(storedGame(), game)
}

export function forgetPlayer(): void {
  dropStored(storedUId())
  dropStored(storedGame())
}

const PAGES_WITHOUT_UID = ['/login', '/setup', '/404', '/redirect']

/**
 * What a page load has to do about the uId (S2.21): an address to reload with, or null. An address that
 * names a player is remembered; one that names none takes the remembered.
 */
export function addressToReload(address: string): string | null {
  const path = address.split('?')[0] ?? ''
  if (PAGES_WITHOUT_UID.some((page) => path === page || path.startsWith(`${page}/`))) return null
  const named = playerOfAddress(address)
  if (named.uId !== '') {
    rememberPlayer(named)
    return null
  }
  const remembered = rememberedPlayer()
  if (remembered.uId === '') return null
  const isRoot = path === '/' || path === ''
  return isRoot ? playerAddress(remembered) : addressWithPlayer(address, remembered)
}
