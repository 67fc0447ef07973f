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

/** The uId an address inside the app names: the path wins over the query; empty when none. */
export function uIdOfAddress(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const inPath = /^\/index\/(\d+)$/.exec(path)?.[1]
  const inQuery = new URLSearchParams(query).get('uId') ?? ''
  return inPath ?? (/^\d+$/.test(inQuery) ? inQuery : '')
}

/** Home of a player. */
export function playerAddress(uId: string): string {
  return `/index/${uId}?uId=${uId}`
}

/** The same page carrying the uId in its query (S2.20); an empty one is taken out. */
export function addressWithUId(address: string, uId: string): string {
  const [path = '', query = ''] = address.split('?')
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
  const isHome = path === '/' || path === '' || path === '/index'
  return isHome ? playerAddress(remembered) : addressWithUId(address, remembered)
}
