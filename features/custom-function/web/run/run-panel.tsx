import { ConfirmButton, Panel, ZoneNote } from '@qd/web-controls'
import { KeyChips } from '@qd/web-frame'
import { Button, Input } from 'antd'
import type { ButtonProps } from 'antd'
import { CircleAlert, ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FunctionEntry } from '../../contract/index.ts'
import { planState } from '../model/run-draft.ts'
import type { RunStep } from '../model/run-draft.ts'
import { keyOf } from '../model/function-key.ts'
import { useFunctionHome } from '../place/function-home.ts'
import { useFunctionTexts } from '../texts.ts'
import { PlanReport } from './plan-report.tsx'
import styles from './run-panel.module.css'
import type { FunctionRunControls } from './use-function-run.ts'

const MAX_REASON = 500

/** A step that is done elsewhere on the page. */
export type LeadStep = Exclude<RunStep, 'dryRun' | 'run'>

function Failure({ controls }: { controls: FunctionRunControls }): ReactNode {
  const { failure, refusals } = controls.draft
  // What is said at the parameters is not said twice.
  if (failure === null || Object.keys(refusals).length > 0) return null
  return (
    <p className={styles.failure} role="alert">
      <CircleAlert size={14} aria-hidden />
      <span>{failure.told}</span>
    </p>
  )
}

/** The look of the step that comes next. */
const as = ({ next }: FunctionRunControls, step: RunStep): ButtonProps =>
  next === step ? { type: 'primary', 'aria-current': 'step' } : {}

/** The next step where it is no call: what is still to be filled in, or the result to be looked at. */
function NextButton(props: { controls: FunctionRunControls; onLead: (step: LeadStep) => void }): ReactNode {
  const t = useFunctionTexts()
  const { controls, onLead } = props
  const { next } = controls
  if (next === null || next === 'dryRun' || next === 'run') return null
  return (
    <Button {...as(controls, next)} className={styles.next} onClick={() => onLead(next)}>
      {t(`next.${next}`)}
    </Button>
  )
}

function Foot({
  entry,
  controls,
  onLead,
}: {
  entry: FunctionEntry
  controls: FunctionRunControls
  onLead: (step: LeadStep) => void
}): ReactNode {
  const t = useFunctionTexts()
  // Only what comes next carries the colour of production.
  const RunButton = controls.next === 'run' ? ConfirmButton : Button
  const { draft, patch, dryBlocker, blocker, dryRun, run } = controls
  const isOnList = draft.audience === 'list'
  const isOpen = draft.outcome?.status === 'unknown' || draft.outcome?.status === 'running'
  return (
    <div className={styles.foot}>
      <Failure controls={controls} />
      <Input.TextArea
        rows={1}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={MAX_REASON}
        aria-label={t('run.reason')}
        placeholder={t('run.reasonHint')}
        data-run-reason
        disabled={!entry.mayRun}
        value={draft.reason}
        onChange={({ target }) => patch({ reason: target.value })}
      />
      <div className={styles.buttons}>
        <NextButton controls={controls} onLead={onLead} />
        {entry.hasDryRun ? (
          <Button
            {...as(controls, 'dryRun')}
            disabled={dryBlocker !== null || draft.busy === 'run'}
            loading={draft.busy === 'dry'}
            title={dryBlocker === null ? undefined : t(`blocker.${dryBlocker}`)}
            onClick={dryRun}
          >
            {t(isOnList ? 'run.dryRunFirst' : 'run.dryRun')}
          </Button>
        ) : null}
        <RunButton
          {...as(controls, 'run')}
          className={styles.run}
          disabled={!entry.mayRun || draft.busy === 'dry'}
          loading={draft.busy === 'run'}
          title={blocker === null ? undefined : t(`blocker.${blocker}`)}
          onClick={run}
        >
          {t(isOpen ? 'run.askAgain' : isOnList ? 'run.runOnList' : 'run.run')}
        </RunButton>
      </div>
      <div className={styles.note}>
        <span>{t(entry.needsDryRun && !isOnList ? 'run.needsDryRun' : 'run.reasonKept')}</span>
        <KeyChips keys="mod+enter" />
      </div>
    </div>
  )
}

/** What a run would do, and the buttons that try and do it. */
export function RunPanel(props: {
  entry: FunctionEntry
  controls: FunctionRunControls
  nowMs: number
  onLead: (step: LeadStep) => void
}): ReactNode {
  const t = useFunctionTexts()
  const home = useFunctionHome()
  const { entry, controls } = props
  const { draft } = controls
  const plan = draft.plan?.reply ?? null
  return (
    <Panel
      title={t('run.title')}
      icon={<ListChecks size={15} aria-hidden />}
      count={plan === null ? undefined : plan.steps.length}
      className={styles.panel}
      status={plan === null ? undefined : <ZoneNote />}
    >
      <div className={styles.scroll} aria-live="polite">
        <PlanReport
          plan={plan}
          state={planState(entry, draft, { uId: home.uId, nowMs: props.nowMs })}
          name={keyOf(entry)}
          canTry={entry.hasDryRun}
        />
      </div>
      <Foot entry={entry} controls={controls} onLead={props.onLead} />
    </Panel>
  )
}
