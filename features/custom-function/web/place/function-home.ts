import type { PlaceRef } from '@qd/contract-kit'
import { createContext, useContext } from 'react'

/** Where the functions of a page are run: a server, and a player of it when there is one. */
export interface FunctionHome {
  game: string
  partnerCode: string
  lineId: string
  sId: number
  serverName: string
  /** Empty: no player is in view. */
  uId: string
  playerName: string
  isProduction: boolean
  /** Where calls go. */
  at: PlaceRef
}

export const FunctionHomeContext = createContext<FunctionHome | null>(null)

export function useFunctionHome(): FunctionHome {
  const home = useContext(FunctionHomeContext)
  if (!home) throw new Error('a part of the page stands outside FunctionHomeContext')
  return home
}

/** Query of a call about the server, or about one of its players. */
export function queryOf(
  { sId, lineId }: FunctionHome,
  uId = '',
): { sId: number; lineId: string; uId?: string } {
  return { sId, lineId, ...(uId === '' ? {} : { uId }) }
}
