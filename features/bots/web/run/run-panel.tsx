import { formatQuantity, saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import { LoadingRows, Panel, Tag } from '@qd/web-controls'
import { CopyButton, EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import { botsReportFile, timesOf } from '../../contract/index.ts'
import type { BotsReport, BotsTick } from '../../contract/index.ts'
import { useBotsTexts } from '../texts.ts'
import { PlayerStates } from './player-states.tsx'
import { CommandTable, ErrorTable } from './report-tables.tsx'
import { RunChart } from './run-chart.tsx'
import { RunControls, RunState } from './run-controls.tsx'
import { isBadEnd, numbersOf, shownNumbers } from './run-numbers.ts'
import type { Numbers } from './run-numbers.ts'
import styles from './run.module.css'
import { useRun } from './use-run.ts'

function Figures({ numbers, clients }: { numbers: Numbers; clients: number }): ReactNode {
  const t = useBotsTexts()
  return (
    <dl className={styles.figures}>
      {shownNumbers(t, numbers, clients).map(({ name, value, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {more === undefined ? null : <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Steps({ at }: Pick<BotsTick, 'at'>): ReactNode {
  const t = useBotsTexts()
  if (at.length === 0) return null
  return (
    <p className={styles.ended}>
      {t('run.steps')}{' '}
      {at.slice(0, 12).map(({ step, clients }) => (
        <Tag key={step}>{`${step}: ${formatQuantity(clients)}`}</Tag>
      ))}
    </p>
  )
}

/** What the figures alone do not say: passes without a client, passes that were cut off, rows there was no room for. */
function Remarks({ report, tick }: { report: BotsReport | null; tick: BotsTick | undefined }): ReactNode {
  const t = useBotsTexts()
  const { late = 0, unfinished = 0 } = report ?? { late: tick?.late ?? 0 }
  const { commands, steps } = (report === null ? tick?.leftOut : undefined) ?? { commands: 0, steps: 0 }
  const counted = (key: 'late' | 'waiting' | 'unfinished', number: number) =>
    number === 0 ? [] : [t(`run.${key}`, { number: formatQuantity(number) })]
  const remarks = [
    ...counted(report === null ? 'waiting' : 'late', late),
    ...counted('unfinished', unfinished),
    ...(commands + steps === 0
      ? []
      : [t('run.leftOut', { commands: formatQuantity(commands), steps: formatQuantity(steps) })]),
  ]
  return remarks.map((remark) => (
    <p key={remark} className={styles.remark}>
      {remark}
    </p>
  ))
}

interface RunProps {
  jobId: string
  className: string
  onEnded: () => void
}

function Run({ jobId, className, onEnded }: RunProps): ReactNode {
  const t = useBotsTexts()
  const { ticks, isOpen, state, failure, given, job } = useRun(jobId, onEnded)
  const icon = <Activity size={15} aria-hidden />
  if (given.data === undefined) {
    return (
      <Panel className={className} title={t('run.title')} icon={icon}>
        {given.error ? (
          <ErrorState error={given.error} onRetry={() => void given.refetch()} />
        ) : (
          <LoadingRows rows={6} />
        )}
      </Panel>
    )
  }
  const { run, report, before } = given.data
  const tick = ticks.at(-1)
  const numbers = numbersOf(report, tick)
  const points =
    report?.series ?? ticks.map(({ t: at, sentPerSecond, p99 }) => ({ t: at, perSecond: sentPerSecond, p99 }))
  return (
    <Panel
      className={className}
      title={`${t('title')} · ${run.title || t('untitled')}`}
      icon={icon}
      actions={
        <>
          {isOpen === true ? (
            <>
              <RunState state={state} />
              <RunControls jobId={jobId} may={job.data?.may} onDone={() => void job.refetch()} />
            </>
          ) : null}
          <CopyButton text={window.location.href} label={t('run.link')} />
          {report === null ? null : (
            <>
              <Button
                size="small"
                onClick={() =>
                  saveFile(`bots-${jobId}.json`, new Blob([JSON.stringify(given.data, null, 2)]))
                }
              >
                JSON
              </Button>
              <Button
                size="small"
                onClick={() =>
                  void callFile(botsReportFile, { body: { jobId } }, { tag: 'bots:run.title', told: 'toast' })
                    .then((file) => saveFile(`bots-${jobId}.csv`, file))
                    .catch(() => undefined)
                }
              >
                CSV
              </Button>
            </>
          )}
        </>
      }
    >
      {report === null ? null : (
        <p className={styles.ended} data-bad={isBadEnd(report)}>
          {[t(`ended.${report.ended}`), report.text].filter(Boolean).join(': ')} ·{' '}
          {t('run.passes', { passed: report.passed, failed: report.failed })}
          {before === null ? null : ` · ${t('run.before', { name: before.run.title || t('untitled') })}`}
        </p>
      )}
      {report === null && isOpen === false && !job.isPending ? (
        <p className={styles.ended} data-bad="true">
          {job.data?.fault || t('run.noReport')}
        </p>
      ) : null}
      {numbers === null ? null : <Figures numbers={numbers} clients={run.load.clients} />}
      {failure === null ? null : (
        <p className={styles.ended} data-bad="true" role="status">
          {t('run.noFigures', { reason: failure.message })}
        </p>
      )}
      <Remarks report={report} tick={tick} />
      <RunChart points={points} before={before?.report.series ?? []} />
      {report === null && tick !== undefined ? <Steps at={tick.at} /> : null}
      <CommandTable
        commands={report === null ? (tick?.commands ?? []) : timesOf(report)}
        before={before === null ? undefined : timesOf(before.report)}
      />
      <ErrorTable errors={report?.errors ?? []} />
      <PlayerStates players={report?.players} />
    </Panel>
  )
}

/** The run that is open, live or as its report. */
export function RunPanel({
  jobId,
  className = '',
  onEnded,
}: Omit<RunProps, 'jobId' | 'className'> & {
  jobId: string | null
  className?: string | undefined
}): ReactNode {
  const t = useBotsTexts()
  if (jobId !== null) return <Run jobId={jobId} className={className} onEnded={onEnded} />
  return (
    <Panel className={className} title={t('run.title')} icon={<Activity size={15} aria-hidden />}>
      <EmptyState title={t('run.none')} />
    </Panel>
  )
}
