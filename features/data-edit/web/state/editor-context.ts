import type { ToldPlayer } from '../player/player-facts.ts'
import type { PlaceRef, PlayerKey, ScopePlace } from '@qd/contract-kit'
import type { PropertyMap } from '@qd/properties/contract'
import { createContext, useContext } from 'react'
import type { Edit } from '../../contract/index.ts'
import type { EditorSession } from './editor-session.ts'
import { useEditor } from './editor-store.ts'

/** What the parts of the editor need to know about the place they work in. */
export interface EditorPlace {
  uId: string
  /** Whose session it is. */
  player: PlayerKey
  /** Name and level as the game's look-up says them. */
  told: ToldPlayer
  /** Where the player is now: calls about them go there. */
  at: PlaceRef
  /** The same place as rights are given for it. */
  rightsAt: ScopePlace
  /** Zone of the game server, minutes east of UTC. */
  zoneMinutes: number
  /** Game time minus real time. */
  clockOffsetMs: number
  canEdit: boolean
  canEditSensitive: boolean
  canUndo: boolean
  canSnapshot: boolean
  isProduction: boolean
  /** Edits of unknown outcome the game is asked about: what they touch is locked until it has told. */
  unknown: readonly Edit[]
  /** Items of the player's line. */
  properties: PropertyMap
  /** Largest quantity of an item one action may give, by number. */
  limits: ReadonlyMap<string, string>
  servers: ReadonlyMap<string, string>
  channels: ReadonlyMap<string, string>
}

/** What of a place gives ids their names. */
export type NamesOfPlace = Pick<EditorPlace, 'properties' | 'servers' | 'channels'>

/** What of a place a value needs to be read. */
export type ValuePlace = NamesOfPlace & Pick<EditorPlace, 'zoneMinutes'>

export const EditorPlaceContext = createContext<EditorPlace | null>(null)

export function useEditorPlace(): EditorPlace {
  const place = useContext(EditorPlaceContext)
  if (!place) throw new Error('a part of the editor stands outside EditorPlaceContext')
  return place
}

/** The open session of the player in view; parts are shown only while there is one. */
export function useEditorSession(): EditorSession {
  const { player } = useEditorPlace()
  const session = useEditor((state) => state.sessions[player])
  if (!session) throw new Error(`player ${player} is not open`)
  return session
}

/** A part of the session, so that a component renders only when that part changes. */
export function useSessionPart<T>(pick: (session: EditorSession) => T): T {
  const { player } = useEditorPlace()
  return useEditor((state) => {
    const session = state.sessions[player]
    if (!session) throw new Error(`player ${player} is not open`)
    return pick(session)
  })
}
