import { CallError } from '@qd/web-base'
import { call, useScope } from '@qd/web-calls'
import { openDialog } from '@qd/web-frame'
import type { RouteReply } from '@qd/contract-kit'
import { Button, Input } from 'antd'
import { ListChecks } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { tryFunction } from '../../contract/index.ts'
import { parameterFaults, takenValues } from '../model/parameter-values.ts'
import type { Values } from '../model/parameter-values.ts'
import { FunctionHomeContext, queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { ParameterForm } from '../run/parameter-form.tsx'
import { PlannedSteps } from '../run/plan-report.tsx'
import { RiskTag } from '@qd/web-controls'
import { refusalsOf } from '../run/run-calls.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import { sendable } from './definition.ts'
import type { Definition } from './definition.ts'
import styles from './design.module.css'

/** What was tried last, for the next time the dialog opens. */
export interface Trial {
  uId: string
  values: Values
}

interface TrialProps {
  home: FunctionHome
  definition: Definition
  last: Trial | null
  onChange: (trial: Trial) => void
  /** A dry run came back. */
  onTried: () => void
}

type Tried = RouteReply<typeof tryFunction>

/** The call, and what came of it for the values as they stand. */
function useTrial({ home, definition, last, onChange, onTried }: TrialProps) {
  const { parameters } = definition
  const [trial, setTrial] = useState<Trial>(() => ({
    uId: last?.uId ?? useScope.getState().uId,
    values: takenValues(parameters, last?.values ?? {}),
  }))
  const [tried, setTried] = useState<Tried | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Trial>): void => {
    const next = { ...trial, ...part }
    onChange(next)
    setTrial(next)
    setTried(null)
    setFailure(null)
  }
  const start = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const uId = definition.target === 'player' ? trial.uId.trim() : ''
      const asked = {
        query: queryOf(home, uId),
        body: { definition: sendable(definition), params: trial.values },
      }
      setTried(
        await call(tryFunction, asked, {
          at: home.at,
          tag: 'custom-function:run.dryRun',
          told: 'place',
        }),
      )
      onTried()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTried(null)
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { trial, change, tried, failure, isBusy, start }
}

function TrialForm(props: TrialProps): ReactNode {
  const t = useFunctionTexts()
  const playerId = useId()
  const { definition } = props
  const { trial, change, tried, failure, isBusy, start } = useTrial(props)
  const isPlayerMissing = definition.target === 'player' && trial.uId.trim() === ''
  const canStart = !isPlayerMissing && parameterFaults(definition.parameters, trial.values).size === 0
  const refusals = failure === null ? {} : refusalsOf(failure)
  return (
    <form
      className={styles.trial}
      onSubmit={(event) => {
        event.preventDefault()
        if (canStart && !isBusy) void start()
      }}
    >
      <p className={styles.hint}>{t('trial.text')}</p>
      {definition.target === 'player' ? (
        <div className={styles.labelled}>
          <label htmlFor={playerId}>{t('trial.player')}</label>
          <Input
            id={playerId}
            className="qd-mono"
            inputMode="numeric"
            autoComplete="off"
            value={trial.uId}
            onChange={({ target }) => change({ uId: target.value })}
          />
        </div>
      ) : null}
      <ParameterForm
        parameters={sendable(definition).parameters}
        values={trial.values}
        refusals={refusals}
        onChange={(values) => change({ values })}
      />
      <div className={styles.trialStart}>
        <Button
          type="primary"
          htmlType="submit"
          icon={<ListChecks size={14} aria-hidden />}
          disabled={!canStart}
          loading={isBusy}
        >
          {t('run.dryRun')}
        </Button>
        {tried === null ? null : <RiskTag risk={tried.risk} />}
      </div>
      {failure === null || Object.keys(refusals).length > 0 ? null : (
        <p className={styles.fault} role="alert">
          {failure.told}
        </p>
      )}
      {tried === null ? null : (
        <div role="status" className={styles.trialPlan}>
          <PlannedSteps steps={tried.steps} isRunnable={tried.isRunnable} name="trial" />
        </div>
      )}
    </form>
  )
}

/** Tries the definition as it stands, saved or not; nothing is written. */
export function openTrial(props: TrialProps): void {
  openDialog(
    () => (
      <FunctionHomeContext value={props.home}>
        <TrialForm {...props} />
      </FunctionHomeContext>
    ),
    { title: functionText('trial.title', { title: props.definition.title }), width: 620 },
  )
}
