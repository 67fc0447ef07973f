import { goTo } from '@qd/web-base'
import { Tag, Time } from '@qd/web-controls'
import { EmptyState, openDialog } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { Tone } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import type { FunctionRun } from '../../contract/index.ts'
import { cellText } from '../result/result-table.tsx'
import { StepResults } from '../result/step-results.tsx'
import { functionText, useFunctionTexts } from '../texts.ts'
import type { FunctionTexts } from '../texts.ts'
import styles from './run-list.module.css'
import { useRuns } from './use-runs.ts'

const TONES: Readonly<Record<FunctionRun['status'], Tone>> = {
  done: 'ok',
  failed: 'error',
  unknown: 'warn',
  running: 'theme',
}

function paramsText({ params }: FunctionRun): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${cellText(value)}`)
    .join('  ')
}

function columnsOf(t: FunctionTexts): DataColumn<FunctionRun>[] {
  return [
    {
      key: 'at',
      title: t('runs.at'),
      holds: 'time',
      render: ({ at }) => <Time at={at} />,
      text: ({ at }) => new Date(at).toISOString(),
    },
    {
      key: 'status',
      title: t('runs.status'),
      width: 96,
      render: ({ status }) => <Tag tone={TONES[status]}>{t(`runStatus.${status}`)}</Tag>,
      text: ({ status }) => status,
    },
    { key: 'by', title: t('runs.by'), width: 110, render: ({ by }) => by, text: ({ by }) => by },
    {
      key: 'target',
      title: t('runs.target'),
      holds: 'roleId',
      render: ({ uId, sId }) => <code>{uId === '' ? `S${sId}` : uId}</code>,
      text: ({ uId, sId }) => (uId === '' ? `S${sId}` : uId),
    },
    {
      key: 'params',
      title: t('runs.params'),
      width: 220,
      render: (run) => <code title={paramsText(run)}>{paramsText(run)}</code>,
      text: paramsText,
    },
    {
      key: 'reason',
      title: t('runs.reason'),
      width: 220,
      isGrowing: true,
      render: ({ reason }) => <bdi>{reason}</bdi>,
      text: ({ reason }) => reason,
    },
    {
      key: 'version',
      title: t('runs.version'),
      width: 90,
      isHidden: true,
      render: ({ function: { version } }) => <code>{version}</code>,
      text: ({ function: { version } }) => version,
    },
  ]
}

function RunDetails({ run }: { run: FunctionRun }): ReactNode {
  const t = useFunctionTexts()
  return (
    <div className={styles.details}>
      <p>
        <Time at={run.at} /> · {run.by} · <code>{run.uId === '' ? `S${run.sId}` : run.uId}</code>
      </p>
      <p className={styles.reason}>{run.reason}</p>
      {run.jobId === null ? null : <Link to={`/jobs/${run.jobId}`}>{t('runs.openJob')}</Link>}
      <StepResults name={`run.${run.function.id}`} uId={run.uId} steps={run.steps} />
    </div>
  )
}

function openRun(run: FunctionRun): void {
  openDialog(() => <RunDetails run={run} />, {
    title: functionText('runs.of', { title: run.title }),
    width: 720,
  })
}

/** Earlier runs of a function here, with their results and parameters. */
export function RunList(props: {
  source: FunctionRun['function']['source']
  id: string
  onTake: (run: FunctionRun) => void
}): ReactNode {
  const t = useFunctionTexts()
  const { rows, error, retry, more } = useRuns({ source: props.source, id: props.id })
  return (
    <DataTable<FunctionRun>
      name="custom-function.runs"
      label={t('runs.title')}
      columns={columnsOf(t)}
      rows={rows}
      rowKey={({ id }) => id}
      error={error}
      onRetry={retry}
      empty={<EmptyState title={t('runs.none')} hint={t('runs.noneHint')} />}
      more={more}
      onOpen={openRun}
      rowActions={(run) => [
        { key: 'open', label: t('runs.open'), onSelect: () => openRun(run) },
        { key: 'again', label: t('runs.again'), onSelect: () => props.onTake(run) },
        ...(run.jobId === null
          ? []
          : [{ key: 'job', label: t('runs.openJob'), onSelect: () => goTo(`/jobs/${run.jobId}`) }]),
      ]}
    />
  )
}
