import type { RouteReply } from '@qd/contract-kit'
import { useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { useMemo } from 'react'
import { propertyChoices, propertyList, propertyMapOf, upperLimitList } from '../contract/index.ts'
import './texts.ts'

const OPTIONS = {
  tag: 'properties:title',
  told: 'once',
  staleTimeMs: 60_000,
} as const

type Items = RouteReply<typeof propertyList>
type Limits = RouteReply<typeof upperLimitList>

export interface ItemNames {
  nameOf(number: string): string
  /** To pick from: value, name, type and limit. */
  choices: ReturnType<typeof propertyChoices>
  /** Whether the game has it; true for all while its list is not there. */
  isKnown(number: string): boolean
  isTime(number: string): boolean
}

function namesOf(items: Items | undefined, limits: Limits | undefined): ItemNames {
  const map = propertyMapOf(items, limits)
  const times = new Set((items ?? []).flatMap(({ number, isTime }) => (isTime === true ? [number] : [])))
  return {
    choices: propertyChoices(map),
    nameOf: (number) => map.byNumber.get(number)?.name ?? '',
    isKnown: (number) => items === undefined || map.byNumber.has(number),
    isTime: (number) => times.has(number),
  }
}

/** Many cells of a table ask for the names of one answer. */
const known = new WeakMap<Items, { limits: Limits | undefined; names: ItemNames }>()

function namesOnce(items: Items | undefined, limits: Limits | undefined): ItemNames {
  const last = items === undefined ? undefined : known.get(items)
  if (last !== undefined && last.limits === limits) return last.names
  const names = namesOf(items, limits)
  if (items !== undefined) known.set(items, { limits, names })
  return names
}

/** The items of a line by name; while their list is not there, their numbers stand for them. */
export function useItemNames(line: LineRef | null): ItemNames {
  const args = line === null ? null : { body: { ...line } }
  const { data: items } = useCall(propertyList, args, OPTIONS)
  const { data: limits } = useCall(upperLimitList, args, OPTIONS)
  return useMemo(() => namesOnce(items, limits), [items, limits])
}
