import { parseScenario, printScenario } from '@qd/scenario'
import type { Scenario } from '@qd/scenario'
import { askDiscard, useMarkUnsaved, useTab } from '@qd/web-frame'
import { useMemo, useState } from 'react'
import type { SavedScenario } from '../../contract/index.ts'
import { firstScenario } from './first-scenario.ts'
import { keyOf } from './step-keys.ts'
import { listedSteps } from './step-paths.ts'

export type ScenarioView = 'list' | 'text'

/** What stands in the row of a step and is not its step yet. */
export interface TypedRow {
  text: string
  /** What is wrong with it; empty: it is still being typed. */
  fault: string
}

/** A saved scenario, the version of it that is shown, and the others. */
export interface Opened {
  saved: SavedScenario
  versions: readonly { revision: number; at: number; by: string }[]
  shown: number
}

interface State {
  /** The last that was sound. */
  scenario: Scenario
  groups: readonly string[]
  view: ScenarioView
  /** What was typed as text, sound or not; null: nothing beside the scenario. */
  text: string | null
  /** By the key of the step. */
  rows: ReadonlyMap<string, TypedRow>
  opened: Opened | null
  /** What nobody would miss: as it was opened or saved last; empty: all of it is new. */
  kept: string
}

export interface ScenarioEditing extends Omit<State, 'kept'> {
  /** Whether the scenario is what stands in the editor. */
  isSound: boolean
  isDirty: boolean
  change(next: Scenario): void
  rename(name: string): void
  share(groups: readonly string[]): void
  typeText(typed: string): void
  typeRow(key: string, row: TypedRow | null): void
  /** Shows the other form; asks first where something typed is no scenario yet. */
  look(view: ScenarioView): void
  /** Runs it; asks first where something is not saved. */
  guarded(replace: () => void): void
  /** Shows another scenario; `isNew`: nothing of it is saved. */
  show(next: Scenario, as: Opened | null, isNew?: boolean): void
  /** What was sent is saved; what was typed since then stays. */
  saved(as: Opened, sent: Pick<State, 'scenario' | 'groups'>): void
}

const NO_ROWS: State['rows'] = new Map()

const printed = ({ scenario, groups }: Pick<State, 'scenario' | 'groups'>): string =>
  `${[...groups].toSorted().join(' ')}\n${printScenario(scenario)}`

function stateOf(scenario: Scenario, opened: Opened | null, isNew: boolean, view: ScenarioView): State {
  const groups = opened?.saved.groups ?? []
  return {
    scenario,
    groups,
    view,
    text: view === 'text' ? printScenario(scenario) : null,
    rows: NO_ROWS,
    opened,
    kept: isNew ? '' : printed({ scenario, groups }),
  }
}

/** The text with another name in it, whatever else is wrong with it. */
function renamed(text: string, name: string): string {
  const line = `scenario ${JSON.stringify(name)}`
  const own = /^[ \t]*scenario\b.*$/m
  return own.test(text) ? text.replace(own, () => line) : `${line}\n${text}`
}

/** The scenario in the editor. What is typed stays until it is a scenario, or until somebody says that it may go. */
export function useScenarioEditing(): ScenarioEditing {
  const [state, setState] = useState<State>(() => stateOf(firstScenario(), null, false, 'list'))
  const { scenario, groups, view, text, rows, opened, kept } = state
  const tab = useTab().id
  const patch = (next: Partial<State> | ((before: State) => Partial<State>)) =>
    setState((before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) }))
  const hasSoundText = useMemo(() => text === null || parseScenario(text).ok, [text])
  const shownRows = useMemo(
    () => listedSteps(scenario.steps).flatMap(({ step }) => rows.get(keyOf(step)) ?? []),
    [scenario, rows],
  )
  const isSound = hasSoundText && shownRows.every(({ fault }) => fault === '')
  const isChanged = useMemo(() => printed({ scenario, groups }) !== kept, [scenario, groups, kept])
  const isDirty = isChanged || !hasSoundText || shownRows.length > 0
  useMarkUnsaved(isDirty ? 1 : 0)
  const turnTo = (next: ScenarioView) =>
    patch((before) => ({
      view: next,
      rows: NO_ROWS,
      text: next === 'text' ? printScenario(before.scenario) : null,
    }))
  return {
    scenario,
    groups,
    view,
    text,
    rows,
    opened,
    isSound,
    isDirty,
    change: (next) => patch({ scenario: next }),
    rename: (name) =>
      patch((before) => ({
        scenario: { ...before.scenario, name },
        text: before.text === null ? null : renamed(before.text, name),
      })),
    share: (next) => patch({ groups: next }),
    typeText(typed) {
      const read = parseScenario(typed)
      patch({ text: typed, ...(read.ok ? { scenario: read.scenario } : {}) })
    },
    typeRow: (key, row) =>
      patch((before) => {
        const next = new Map(before.rows)
        if (row === null) next.delete(key)
        else next.set(key, row)
        return { rows: next }
      }),
    look(next) {
      if (next === view) return
      if (isSound) turnTo(next)
      else askDiscard(() => turnTo(next), tab)
    },
    guarded(replace) {
      if (isDirty) askDiscard(replace, tab)
      else replace()
    },
    show: (next, as, isNew = false) => setState((before) => stateOf(next, as, isNew, before.view)),
    saved: (as, sent) => patch({ opened: as, kept: printed(sent) }),
  }
}
