import { useSession, userReaches } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { useFeatures } from '@qd/web-frame'
import type { PaletteEntry as Entry, PaletteGroup } from '@qd/web-frame'
import { Suspense, memo, useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { PaletteEntry } from './palette-entry.ts'
import type { Typed } from './prefixes.ts'

interface Shown {
  entries: readonly PaletteEntry[]
  /** Why there are none. */
  fault: string | undefined
}

export interface FeatureGroup extends PaletteGroup {
  feature: string
}

/** The groups of the features whose right the user holds somewhere in the game. */
export function useGroups(): readonly FeatureGroup[] {
  const features = useFeatures()
  const user = useSession((state) => state.userInfo)
  const place = useScope(useShallow(({ game }) => ({ game: game === '' ? undefined : game })))
  return useMemo(
    () =>
      features.flatMap(({ name, palette = [] }) =>
        palette
          .filter(({ permission }) => permission === undefined || userReaches(user, permission, place))
          .map((group) => ({ ...group, feature: name })),
      ),
    [features, user, place],
  )
}

const Source = memo(function Source(props: {
  group: FeatureGroup
  query: string
  onEntries: (id: string, entries: readonly PaletteEntry[], fault?: string) => void
}): ReactNode {
  const { group, onEntries } = props
  const show = useCallback(
    (entries: readonly Entry[], fault?: string) =>
      onEntries(
        group.id,
        entries.map((entry) => ({ ...entry, section: group.id, isAnswer: group.isAnswer === true })),
        fault,
      ),
    [group.id, group.isAnswer, onEntries],
  )
  const Part = group.source
  return (
    <Suspense fallback={null}>
      <Part query={props.query} show={show} />
    </Suspense>
  )
})

/** The sources of the features, and what they show. */
export function useGroupEntries(groups: readonly FeatureGroup[], { query, sections }: Typed) {
  const [shown, setShown] = useState<Readonly<Record<string, Shown>>>({})
  const onEntries = useCallback(
    (id: string, entries: readonly PaletteEntry[], fault?: string) =>
      setShown((before) => ({ ...before, [id]: { entries, fault } })),
    [],
  )
  const sources = groups.map((group) => (
    <Source
      key={`${group.feature} ${group.id}`}
      group={group}
      query={sections === null || sections.has(group.id) ? query : ''}
      onEntries={onEntries}
    />
  ))
  const lists = useMemo(() => groups.map(({ id }) => shown[id]?.entries ?? []), [groups, shown])
  const faults = new Set(groups.flatMap(({ id }) => shown[id]?.fault ?? []))
  return { sources, lists, faults: [...faults] }
}
