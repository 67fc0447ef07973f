import { dropStored, readStored, writeStored } from '@qd/web-kit'

const stored = (): string => `uid:${window.location.origin}`

export function rememberedUId(): string {
  return readStored(stored()) ?? ''
}

export function rememberUId(uId: string): void {
  writeStored(stored(), uId)
}

export function forgetUId(): void {
  dropStored(stored())
}

/** Pages whose path ends in the player they are about. */
const PLAYER_PATH = /^\/(index|dataModify)(?:\/(\d+))?$/

/** The uId an address inside the app names: the path wins over the query; empty when none. */
export function uIdOfAddress(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const inPath = PLAYER_PATH.exec(path)?.[2]
  const inQuery = new URLSearchParams(query).get('uId') ?? ''
  return inPath ?? (/^\d+$/.test(inQuery) ? inQuery : '')
}

/** A player's page: his custom functions when those are in view, else his home. */
export function playerAddress(uId: string, from = ''): string {
  const page = PLAYER_PATH.exec(from.split('?')[0] ?? '')?.[1] ?? 'index'
  return `/${page}/${uId}?uId=${uId}`
}

/** The same page carrying the uId in its query (S2.20), a player's page in its path too; an empty one is taken out. */
export function addressWithUId(address: string, uId: string): string {
  const [given = '', query = ''] = address.split('?')
  const page = PLAYER_PATH.exec(given)?.[1]
  const path = page === undefined ? given : uId === '' ? `/${page}` : `/${page}/${uId}`
  const search = new URLSearchParams(query)
  if (uId === '') search.delete('uId')
  else search.set('uId', uId)
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

const PAGES_WITHOUT_UID = ['/login', '/setup', '/404', '/redirect']

/**
 * What a page load has to do about the uId (S2.21): an address to reload with, or null. An address that
 * names a uId is remembered; one that names none takes the remembered.
 */
export function addressToReload(address: string): string | null {
  const path = address.split('?')[0] ?? ''
  if (PAGES_WITHOUT_UID.some((page) => path === page || path.startsWith(`${page}/`))) return null
  const uId = uIdOfAddress(address)
  if (uId !== '') {
    rememberUId(uId)
    return null
  }
  const remembered = rememberedUId()
  if (remembered === '') return null
  const isRoot = path === '/' || path === ''
  return isRoot ? playerAddress(remembered) : addressWithUId(address, remembered)
}
