import type { Field } from '@qd/protocol-model'
import { createContext, useContext } from 'react'
import { choicesOf } from './typed-input.ts'

/** One thing a field may point at; `value` as text, the way it is typed. */
export interface FieldChoice {
  value: string
  label: string
  /** What kind of thing it is: type or quality of an item. */
  detail?: string
}

/** What inputs need to know about where they stand; a feature fills it for its place. */
export interface FieldPlace {
  /** Zone of the game server, minutes east of UTC. */
  zoneMinutes: number
  /** Game time minus real time: how long ago a value is, is told by the game's clock. */
  clockOffsetMs?: number
  /** What a data provider offers (gameProp, channel, server, a module's rows); null when it offers nothing. */
  offered: (provider: string) => readonly FieldChoice[] | null
}

export const NO_FIELD_PLACE: FieldPlace = { zoneMinutes: 0, offered: () => null }

/** Without a provider of its own a page has bare numbers and UTC. */
export const FieldPlaceContext = createContext<FieldPlace>(NO_FIELD_PLACE)

export function useFieldPlace(): FieldPlace {
  return useContext(FieldPlaceContext)
}

/** The choices of a field at a place: its own enum, else what the provider it names offers. */
export function choicesIn(place: FieldPlace, field: Field): readonly FieldChoice[] | null {
  const own = choicesOf(field)
  if (own) return own.map(({ value, label }) => ({ value: String(value), label }))
  return field.dataProvider === undefined ? null : place.offered(field.dataProvider)
}
