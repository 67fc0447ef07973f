import { useRef } from 'react'
import { setRange, toggleAll } from '../core/row-set.ts'

export interface RowChoice {
  /** Chooses one row or leaves it; with `isRange` chooses all from the last one. */
  choose: (index: number, isRange: boolean) => void
  /** All rows, or none when all are chosen. */
  chooseAll: () => void
  /** Chooses all rows between two. */
  extend: (from: number, to: number) => void
}

export interface RowChoiceOptions {
  /** Keys of the rows as they are shown; asked for when something is chosen, not for each drawing. */
  keys: () => readonly string[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Rows chosen as a whole, by clicks and keys. */
export function useRowChoice({ keys, chosen, onChoose }: RowChoiceOptions): RowChoice {
  const anchor = useRef(-1)
  return {
    choose: (index, isRange) => {
      const all = keys()
      const key = all[index]
      if (key === undefined) return
      const isExtending = isRange && anchor.current >= 0
      const from = isExtending ? anchor.current : index
      onChoose(setRange(chosen, all, { from, to: index, isIn: isExtending || !chosen.has(key) }))
      anchor.current = index
    },
    chooseAll: () => onChoose(toggleAll(chosen, keys())),
    extend: (from, to) => {
      onChoose(setRange(chosen, keys(), { from: Math.max(0, from), to, isIn: true }))
      anchor.current = to
    },
  }
}
