import { create } from 'zustand'

/** How many changes wait unsaved under a key, e.g. a player's uId; tags show a dot for them. */
export const useUnsaved = create<{ counts: Readonly<Record<string, number>> }>()(() => ({ counts: {} }))

/** Tells how many changes a place would lose if its page were left; 0 takes it off the list. */
export function setUnsaved(key: string, count: number): void {
  const { counts } = useUnsaved.getState()
  if ((counts[key] ?? 0) === count) return
  const { [key]: _old, ...rest } = counts
  useUnsaved.setState({ counts: count === 0 ? rest : { ...rest, [key]: count } })
}
