import { Panel, SegmentedControl, Tag } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import type { ReactNode } from 'react'
import type { FunctionEntry, FunctionRun } from '../../contract/index.ts'
import { keyOf } from '../model/function-key.ts'
import { useFunctionHome } from '../place/function-home.ts'
import { StepResults } from '../result/step-results.tsx'
import { RunList } from '../runs/run-list.tsx'
import { useFunctionTexts } from '../texts.ts'
import styles from './outcome-panel.module.css'
import type { FunctionRunControls } from './use-function-run.ts'

export type OutcomeView = 'result' | 'runs'

const TONES = { done: 'ok', failed: 'error', unknown: 'warn', running: 'theme' } as const

function Outcome({ entry, controls }: { entry: FunctionEntry; controls: FunctionRunControls }): ReactNode {
  const t = useFunctionTexts()
  const { uId } = useFunctionHome()
  const { outcome } = controls.draft
  if (outcome === null) return <EmptyState title={t('result.none')} hint={t('result.noneHint')} />
  return (
    <div role="status" tabIndex={-1} data-run-part="result">
      <p className={styles.summary}>
        <Tag tone={TONES[outcome.status]}>{t(`runStatus.${outcome.status}`)}</Tag>
        <span>{t(`outcome.${outcome.status}`)}</span>
        {outcome.replayed ? <Tag>{t('outcome.replayed')}</Tag> : null}
      </p>
      <StepResults name={keyOf(entry)} uId={entry.target === 'player' ? uId : ''} steps={outcome.steps} />
    </div>
  )
}

/** What the last run did, and the runs before it. */
export function OutcomePanel(props: {
  entry: FunctionEntry
  controls: FunctionRunControls
  view: OutcomeView
  onView: (view: OutcomeView) => void
  onTake: (run: FunctionRun) => void
}): ReactNode {
  const t = useFunctionTexts()
  const { entry, view } = props
  return (
    <Panel
      className={styles.panel}
      title={t(view === 'result' ? 'result.title' : 'runs.title')}
      actions={
        <SegmentedControl<OutcomeView>
          label={t('result.view')}
          value={view}
          segments={[
            { value: 'result', label: t('result.title') },
            { value: 'runs', label: t('runs.title') },
          ]}
          onChange={props.onView}
        />
      }
    >
      {view === 'result' ? (
        <Outcome entry={entry} controls={props.controls} />
      ) : (
        <RunList source={entry.source} id={entry.id} onTake={props.onTake} />
      )}
    </Panel>
  )
}
