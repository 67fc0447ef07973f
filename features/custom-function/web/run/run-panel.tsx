import { ConfirmButton, Panel } from '@qd/web-controls'
import { KeyChips } from '@qd/web-frame'
import { Button, Input } from 'antd'
import { CircleAlert, ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FunctionEntry } from '../../contract/index.ts'
import { planState } from '../model/run-draft.ts'
import { keyOf } from '../model/function-key.ts'
import { useFunctionHome } from '../place/function-home.ts'
import { useFunctionTexts } from '../texts.ts'
import { PlanReport } from './plan-report.tsx'
import styles from './run-panel.module.css'
import type { FunctionRunControls } from './use-function-run.ts'

const MAX_REASON = 500

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

function Foot({ entry, controls }: { entry: FunctionEntry; controls: FunctionRunControls }): ReactNode {
  const t = useFunctionTexts()
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
        {entry.hasDryRun ? (
          <Button
            disabled={dryBlocker !== null || draft.busy === 'run'}
            loading={draft.busy === 'dry'}
            title={dryBlocker === null ? undefined : t(`blocker.${dryBlocker}`)}
            onClick={dryRun}
          >
            {t(isOnList ? 'run.dryRunFirst' : 'run.dryRun')}
          </Button>
        ) : null}
        <ConfirmButton
          className={styles.run}
          disabled={!entry.mayRun || draft.busy === 'dry'}
          loading={draft.busy === 'run'}
          title={blocker === null ? undefined : t(`blocker.${blocker}`)}
          onClick={run}
        >
          {t(isOpen ? 'run.askAgain' : isOnList ? 'run.runOnList' : 'run.run')}
        </ConfirmButton>
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
    >
      <div className={styles.scroll} aria-live="polite">
        <PlanReport
          plan={plan}
          state={planState(entry, draft, { uId: home.uId, nowMs: props.nowMs })}
          name={keyOf(entry)}
          canTry={entry.hasDryRun}
        />
      </div>
      <Foot entry={entry} controls={controls} />
    </Panel>
  )
}
