import { isOfMenu } from './place-address.ts'

/** A player as an address names them; the game is empty where nobody has said or found it yet. */
export interface NamedPlayer {
  readonly uId: string
  readonly game: string
}

export const NO_PLAYER: NamedPlayer = { uId: '', game: '' }

/** Pages whose path ends in the player they are about. */
const PLAYER_PATH = /^\/(index|dataModify)(?:\/(\d+))?$/

/** What of a player their page shows: of nobody else. `edit` stays in a link whose player does not open. */
const VIEW_PARAMS = ['module', 'view', 'row', 'edit']

/** The player an address inside the app names: the uId of the path wins over the query's. */
export function playerOfAddress(address: string): NamedPlayer {
  const [path = '', search = ''] = address.split('?')
  const query = new URLSearchParams(search)
  const inPath = PLAYER_PATH.exec(path)?.[2]
  const inQuery = query.get('uId') ?? ''
  const uId = inPath ?? (/^\d+$/.test(inQuery) ? inQuery : '')
  if (uId === '') return NO_PLAYER
  return { uId, game: isOfMenu(query) ? '' : (query.get('game') ?? '') }
}

/**
 * The same page carrying the player in its query (S2.20), a player's page in its path too; nobody is taken out.
 * A place beside another player was theirs, and goes with them.
 */
export function addressWithPlayer(address: string, { uId, game }: NamedPlayer): string {
  const before = playerOfAddress(address)
  if (uId === '' && before.uId === '') return address
  const [given = '', search = ''] = address.split('?')
  const page = PLAYER_PATH.exec(given)?.[1]
  const path = page === undefined ? given : uId === '' ? `/${page}` : `/${page}/${uId}`
  const query = new URLSearchParams(search)
  // In another game the same uId is somebody else.
  const isOther = before.uId !== uId || (before.game !== '' && before.game !== game)
  if (page !== undefined && isOther) for (const name of VIEW_PARAMS) query.delete(name)
  if (uId === '') query.delete('uId')
  else query.set('uId', uId)
  if (!isOfMenu(query)) {
    if (uId === '' || game === '') query.delete('game')
    else query.set('game', game)
    if (isOther) {
      query.delete('line')
      query.delete('sId')
    }
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** A player's page: their custom functions when those are in view, else their home. */
export function playerAddress(player: NamedPlayer, from = ''): string {
  const page = PLAYER_PATH.exec(from.split('?')[0] ?? '')?.[1] ?? 'index'
  return addressWithPlayer(`/${page}`, player)
}

/** Home, with the players a text finds. */
export function searchAddress(text: string): string {
  return `/index?${new URLSearchParams({ find: text })}`
}

/** The text an address searches players for; empty: none. */
export function textToFind(search: URLSearchParams): string {
  return (search.get('find') ?? '').trim()
}
