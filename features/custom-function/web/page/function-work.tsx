import { goTo } from '@qd/web-base'
import { Panel, useNow } from '@qd/web-controls'
import { EmptyState, toast } from '@qd/web-frame'
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { FunctionEntry, FunctionRun } from '../../contract/index.ts'
import { FavouriteButton } from '../list/function-list.tsx'
import { FunctionMenu } from '../manage/function-menu.tsx'
import { keyOf } from '../model/function-key.ts'
import { takenValues } from '../model/parameter-values.ts'
import { useFunctionHome } from '../place/function-home.ts'
import { FunctionPanel } from '../run/function-panel.tsx'
import { OutcomePanel } from '../run/outcome-panel.tsx'
import type { OutcomeView } from '../run/outcome-panel.tsx'
import { leadToStep } from '../run/lead-to-step.ts'
import { RunPanel } from '../run/run-panel.tsx'
import { ScheduleButton } from '../run/schedule-button.tsx'
import type { LeadStep } from '../run/run-panel.tsx'
import { useFunctionRun } from '../run/use-function-run.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import styles from './workbench.module.css'

/** A part of the page on narrow screens, where one is in view at a time. */
export type WorkPart = 'list' | 'form' | 'run' | 'outcome'

const PLAN_TICK_MS = 5_000

interface FunctionWorkProps {
  /** Absent: all of them, side by side. */
  part: WorkPart | null
  onPart: (part: WorkPart) => void
  favourites: readonly string[]
  onFavourite: (key: string) => void
  onRun: (key: string) => void
}

/** Runs by ctrl or cmd + Enter from wherever the focus is, after what is being typed has been taken. */
function useRunKey(run: () => void): (event: KeyboardEvent) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return (event) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    event.stopPropagation()
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
    // The input commits as it loses the focus; the run sees it after the next render.
    setTimeout(() => {
      if (activeElement instanceof HTMLElement) activeElement.focus()
      latest.current()
    })
  }
}

function Work({ entry, ...props }: FunctionWorkProps & { entry: FunctionEntry }): ReactNode {
  const [view, setView] = useState<OutcomeView>('result')
  const nowMs = useNow(PLAN_TICK_MS)
  const home = useFunctionHome()
  const controls = useFunctionRun(entry, nowMs, () => {
    props.onRun(keyOf(entry))
    setView('result')
    if (props.part !== null) props.onPart('outcome')
  })
  const onKeyDown = useRunKey(controls.run)
  const take = (run: FunctionRun): void => {
    controls.patch({ values: takenValues(entry.parameters, run.params), refusals: {} })
    if (props.part !== null) props.onPart('form')
    if (run.uId !== '' && run.uId !== home.uId) {
      toast.message(functionText('runs.otherPlayer', { uId: run.uId }))
      goTo(`/dataModify/${run.uId}?uId=${run.uId}&fn=${encodeURIComponent(keyOf(entry))}`)
    }
  }
  const form = (
    <FunctionPanel
      entry={entry}
      controls={controls}
      actions={
        <>
          <ScheduleButton entry={entry} controls={controls} />
          <FavouriteButton
            isOn={props.favourites.includes(keyOf(entry))}
            onToggle={() => props.onFavourite(keyOf(entry))}
          />
          <FunctionMenu entry={entry} />
        </>
      }
    />
  )
  const lead = (step: LeadStep): void => {
    // On a narrow screen the part is there once it is shown.
    flushSync(() => {
      if (step === 'result') setView('result')
      if (props.part !== null) props.onPart(step === 'result' ? 'outcome' : 'form')
    })
    if (!leadToStep(step) && step === 'player') toast.warning(functionText('blocker.player'))
  }
  const run = <RunPanel entry={entry} controls={controls} nowMs={nowMs} onLead={lead} />
  const outcome = (
    <OutcomePanel entry={entry} controls={controls} view={view} onView={setView} onTake={take} />
  )
  if (props.part !== null) {
    return (
      <div className={styles.part} onKeyDownCapture={onKeyDown}>
        {props.part === 'run' ? run : props.part === 'outcome' ? outcome : form}
      </div>
    )
  }
  return (
    <div className={styles.work} onKeyDownCapture={onKeyDown}>
      <div className={styles.middle}>
        {form}
        {outcome}
      </div>
      {run}
    </div>
  )
}

/** The chosen function, or why there is none. */
export function FunctionWork(
  props: FunctionWorkProps & { entry: FunctionEntry | null; wanted: string },
): ReactNode {
  const t = useFunctionTexts()
  const { entry, wanted } = props
  if (entry !== null) return <Work {...props} entry={entry} key={keyOf(entry)} />
  return (
    <Panel label={t('title')}>
      {wanted === '' ? (
        <EmptyState title={t('choose.title')} hint={t('choose.hint')} />
      ) : (
        <EmptyState title={t('gone.title')} hint={t('gone.hint', { name: wanted.replace(/^\w+:/, '') })} />
      )}
    </Panel>
  )
}
