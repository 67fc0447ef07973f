import { formatInstant, goTo } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { EnvironmentTag, Time } from '@qd/web-controls'
import { EmptyState, NoPermission } from '@qd/web-frame'
import { DataTable, useUrlFilter } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { Button } from 'antd'
import { ListChecks } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { approvalDecideMany, approvalList } from '../../contract/index.ts'
import type { ListedApproval } from '../../contract/index.ts'
import { placeNamed } from '../inbox/use-inbox-state.ts'
import { ManageFrame } from '../manage/manage-frame.tsx'
import { RiskWord } from '../parts/risk-word.tsx'
import { valueText } from '../parts/value-text.ts'
import { useApprovalsTexts } from '../texts.ts'
import type { ApprovalsTexts } from '../texts.ts'
import { openBatch } from './batch-dialog.tsx'
import { briefText, placesText } from './brief-text.ts'
import styles from './batch.module.css'
import { isAlone } from './decide-many.ts'
import type { BatchChoice } from './decide-many.ts'

const ASKED = { inbox: 'to_decide' as const, limit: 200, isBrief: true }
const NOWHERE = { game: '', pid: '' }

const words = (
  key: string,
  title: string,
  width: number,
  text: (row: ListedApproval) => string,
): DataColumn<ListedApproval> => ({
  key,
  title,
  width,
  text,
  render: (row) => <span title={text(row)}>{text(row)}</span>,
  compare: (a, b) => text(a).localeCompare(text(b)),
})

function columnsOf(t: ApprovalsTexts): DataColumn<ListedApproval>[] {
  return [
    {
      ...words('number', t('totals.number'), 88, ({ number }) => `#${number}`),
      render: ({ number }) => <code>{`#${number}`}</code>,
      compare: (a, b) => a.number - b.number,
    },
    words('title', t('request.title'), 200, ({ title }) => title),
    { ...words('does', t('batch.does'), 240, (row) => briefText(row, t)), isGrowing: true },
    words('type', t('batch.kind'), 130, ({ typeTitle }) => typeTitle),
    {
      ...words('place', t('facts.place'), 280, (row) => placesText(row, t)),
      render: (row) => (
        <span className={styles.place} title={placesText(row, t)}>
          {row.environment === null ? null : <EnvironmentTag environment={row.environment} />}
          <bdi>{placesText(row, t)}</bdi>
        </span>
      ),
    },
    {
      ...words('value', t('facts.value'), 160, (row) => valueText(row, t)),
      compare: (a, b) => a.value.rows - b.value.rows,
    },
    {
      ...words('risk', t('facts.risk'), 100, ({ risk }) => risk),
      render: ({ risk }) => <RiskWord risk={risk} />,
    },
    words('author', t('facts.author'), 100, ({ author }) => author.name),
    words('voice', t('decide.voice'), 110, ({ voice }) => voice?.name ?? ''),
    {
      key: 'expires',
      title: t('decide.expires'),
      holds: 'time',
      text: ({ expiresAt }) => (expiresAt === null ? '' : formatInstant(expiresAt)),
      compare: (a, b) => (a.expiresAt ?? Number.MAX_SAFE_INTEGER) - (b.expiresAt ?? Number.MAX_SAFE_INTEGER),
      render: ({ expiresAt }) => <Time at={expiresAt} />,
    },
  ]
}

/** All that waits for the reader, to decide on several requests at once. */
export function BatchPage(): ReactNode {
  const t = useApprovalsTexts()
  const mayDecide = useMay(approvalDecideMany, {})
  const columns = useMemo(() => columnsOf(t), [t])
  const scope = placeNamed(useUrlFilter(NOWHERE)[0])
  const body = { ...ASKED, ...(scope === '' ? {} : { scope }) }
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const { data, error, refetch } = useCall(approvalList, mayDecide ? { body } : null, {
    tag: 'approvals:batch.title',
    told: 'inline',
    staleTimeMs: 0,
  })
  const chosen = data?.list.filter(({ id }) => checked.has(id)) ?? []
  const decide = (choice: BatchChoice) =>
    openBatch({
      requests: chosen,
      choice,
      onDecided: (ids) => setChecked((before) => new Set([...before].filter((id) => !ids.includes(id)))),
    })
  const action = (choice: BatchChoice) => {
    const count = chosen.filter((request) => !isAlone(request, choice)).length
    return (
      <Button size="small" disabled={count === 0} onClick={() => decide(choice)}>
        {t(`batch.${choice}`, { count })}
      </Button>
    )
  }
  return (
    <ManageFrame
      title={t('batch.title')}
      icon={<ListChecks size={15} aria-hidden />}
      count={data?.list.length}
    >
      {mayDecide ? (
        <div className={styles.table}>
          <DataTable
            name="approvals.batch"
            label={t('batch.title')}
            columns={columns}
            rows={data?.list}
            rowKey={({ id }) => id}
            error={error}
            onRetry={() => void refetch()}
            empty={<EmptyState title={t('inbox.empty.to_decide')} hint={t('inbox.emptyHint.to_decide')} />}
            checked={checked}
            onCheck={setChecked}
            onOpen={({ id }) => goTo(`/releaseApply?id=${encodeURIComponent(id)}`)}
            actions={
              <>
                {action('approve')}
                {action('reject')}
              </>
            }
          />
        </div>
      ) : (
        <NoPermission permission="approvals.decide" />
      )}
    </ManageFrame>
  )
}
