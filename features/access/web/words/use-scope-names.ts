import { gameList, lineList, operatorList } from '@qd/scope/contract'
import { useCall, useCalls } from '@qd/web-calls'
import { useMemo } from 'react'
import { useAccessTexts } from '../texts.ts'

const LISTS = {
  tag: 'access:place.everywhere',
  told: { quiet: 'places stand by their id instead of their name' },
  staleTimeMs: 60_000,
} as const

/** Names of all places in reach by their scope path. */
function useNames(): ReadonlyMap<string, string> {
  const games = useCall(gameList, { body: {} }, LISTS).data
  const operators = useCalls(
    operatorList,
    (games ?? []).map(({ id }) => ({ body: { game: id } })),
    LISTS,
  )
  const pairs = (games ?? []).flatMap(({ id }, at) =>
    (operators[at]?.data ?? []).map(({ partnerCode, name }) => ({ game: id, partnerCode, name })),
  )
  const lines = useCalls(
    lineList,
    pairs.map(({ game, partnerCode }) => ({ body: { game, partnerCode } })),
    LISTS,
  )
  const named: [string, string][] = [
    ...(games ?? []).map(({ id, name }): [string, string] => [id, name]),
    ...pairs.map(({ game, partnerCode, name }): [string, string] => [`${game}/${partnerCode}`, name]),
    ...pairs.flatMap(({ game, partnerCode }, at) =>
      (lines[at]?.data ?? []).map(({ lineId, name }): [string, string] => [
        `${game}/${partnerCode}/${lineId}`,
        name,
      ]),
    ),
  ]
  const key = JSON.stringify(named)
  return useMemo(() => new Map(JSON.parse(key) as [string, string][]), [key])
}

/** A scope path in the words of the catalogue; what is out of reach keeps its code. */
export function useScopeNames(): (scope: string) => string {
  const t = useAccessTexts()
  const names = useNames()
  return (scope) => {
    if (scope === '*') return t('place.everywhere')
    const parts = scope.split('/')
    return parts
      .map((part, at) => {
        if (at === 3) return t('place.server', { sId: part })
        return names.get(parts.slice(0, at + 1).join('/')) ?? part
      })
      .join(' / ')
  }
}
