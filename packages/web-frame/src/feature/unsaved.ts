import { create } from 'zustand'

type Counts = Readonly<Record<string, number>>

/**
 * How many changes wait unsaved in which tab. The key is the tab's id for what outlives the mounted page, and
 * `id#part` for what is lost with it.
 */
export const useUnsaved = create<{ counts: Counts }>()(() => ({ counts: {} }))

/** Tells how many changes a place would lose if its page were left; 0 takes it off the list. */
export function setUnsaved(key: string, count: number): void {
  const { counts } = useUnsaved.getState()
  if ((counts[key] ?? 0) === count) return
  const { [key]: _old, ...rest } = counts
  useUnsaved.setState({ counts: count === 0 ? rest : { ...rest, [key]: count } })
}

/** Changes of a tab that only its mounted page holds. */
export function unsavedInPage(counts: Counts, tab: string): number {
  return Object.entries(counts)
    .filter(([key]) => key.startsWith(`${tab}#`))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** All changes that wait in a tab. */
export function unsavedInTab(counts: Counts, tab: string): number {
  return (counts[tab] ?? 0) + unsavedInPage(counts, tab)
}

/** The tab is gone, and with it what waited there. */
export function forgetUnsaved(tab: string): void {
  const { counts } = useUnsaved.getState()
  const rest = Object.entries(counts).filter(([key]) => key !== tab && !key.startsWith(`${tab}#`))
  if (rest.length < Object.keys(counts).length) useUnsaved.setState({ counts: Object.fromEntries(rest) })
}
