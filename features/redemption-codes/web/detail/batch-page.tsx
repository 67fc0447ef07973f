import { formatInstant, formatQuantity, goTo } from '@qd/web-base'
import { call, useCall, usePages, useScope } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import {
  LoadingRows,
  Panel,
  RecordColumns,
  RecordFact,
  RecordFacts,
  RecordPart,
  Time,
  ZoneNote,
} from '@qd/web-controls'
import { CopyText, EmptyState, ErrorState, Slot } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { Button } from 'antd'
import { ArrowLeft, ListChecks, Ticket } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { batchGet, redemptionList, tellingCounts } from '../../contract/index.ts'
import type { BatchDetail, RedemptionView } from '../../contract/index.ts'
import { Funnel } from '../parts/funnel.tsx'
import { lineName } from '../parts/line-name.ts'
import styles from '../parts/parts.module.css'
import { refreshBatches } from '../parts/refresh-batches.ts'
import { BatchStateTag, RedemptionTag } from '../parts/state-tag.tsx'
import { useLimitText } from '../parts/use-limit-text.ts'
import { useCodesTexts } from '../texts.ts'
import type { CodesTexts } from '../texts.ts'
import { BatchActions } from './batch-actions.tsx'

const LOOK_AGAIN_MS = 3_000

const openRequest = (id: string) => goTo(`/releaseApply?id=${encodeURIComponent(id)}`)

function Facts({ line, batch }: { line: LineRef; batch: BatchDetail }): ReactNode {
  const t = useCodesTexts()
  const limitText = useLimitText()
  const lines = useScope((state) => state.lines)
  const { draft } = batch
  return (
    <RecordFacts>
      {batch.approval === null ? null : (
        <RecordFact label={t('approval')}>
          <Button size="small" onClick={() => openRequest(batch.approval!.requestId)}>
            {`#${batch.approval.number} · ${t(`request.${batch.approval.state}`)}`}
          </Button>
        </RecordFact>
      )}
      <RecordFact label={t('column.kind')}>{t(`kind.${batch.kind}`)}</RecordFact>
      {batch.code === null ? null : (
        <RecordFact label={t('kind.universal')}>
          <CopyText text={batch.code} label={t('kind.universal')} />
        </RecordFact>
      )}
      <RecordFact label={t('field.gift')}>
        <Slot name="giftView" values={{ line, entries: draft.gift }} />
      </RecordFact>
      <RecordFact label={t('field.quantity')}>{formatQuantity(batch.quantity)}</RecordFact>
      {tellingCounts(draft).map((key) =>
        draft[key] === null ? null : (
          <RecordFact key={key} label={t(`field.${key}`)}>
            {formatQuantity(draft[key])}
          </RecordFact>
        ),
      )}
      <RecordFact label={t('field.from')}>
        <Time at={draft.validFrom} />
      </RecordFact>
      <RecordFact label={t('field.to')}>
        <Time at={draft.validTo} />
      </RecordFact>
      {draft.alsoLines.length === 0 ? null : (
        <RecordFact label={t('field.alsoLines')}>
          {draft.alsoLines.map((id) => lineName(lines, id)).join(', ')}
        </RecordFact>
      )}
      {draft.limits.map((limit) => {
        const { label, text } = limitText(limit)
        return (
          <RecordFact key={JSON.stringify(limit)} label={label}>
            {text}
          </RecordFact>
        )
      })}
      <RecordFact label={t('field.created')}>
        <bdi>{batch.createdBy}</bdi> <Time at={batch.createdAt} />
      </RecordFact>
      {batch.releasedAt === null ? null : (
        <RecordFact label={t('field.released')}>
          <bdi>{batch.releasedBy}</bdi> <Time at={batch.releasedAt} />
        </RecordFact>
      )}
      {draft.note === '' ? null : <RecordFact label={t('field.note')}>{draft.note}</RecordFact>}
    </RecordFacts>
  )
}

function useColumns(t: CodesTexts): DataColumn<RedemptionView>[] {
  return useMemo(
    () => [
      {
        key: 'uId',
        title: 'uId',
        width: 130,
        isGrowing: true,
        render: ({ uId }) => uId,
        text: ({ uId }) => uId,
      },
      {
        key: 'code',
        title: t('column.code'),
        width: 80,
        render: ({ last4 }) => `…${last4}`,
        text: ({ last4 }) => last4,
      },
      {
        key: 'state',
        title: t('column.state'),
        width: 90,
        render: ({ state }) => <RedemptionTag state={state} />,
        text: ({ state }) => t(`use.${state}`),
      },
      {
        key: 'server',
        title: t('column.server'),
        width: 120,
        render: ({ serverName }) => serverName,
        text: ({ serverName }) => serverName,
      },
      {
        key: 'at',
        title: t('column.at'),
        holds: 'time',
        render: ({ at }) => <Time at={at} />,
        text: ({ at }) => formatInstant(at),
      },
    ],
    [t],
  )
}

function Redemptions({ lineId, batchId }: { lineId: string; batchId: string }): ReactNode {
  const t = useCodesTexts()
  const columns = useColumns(t)
  const { rows, error, loadMore, isLoadingMore, reload } = usePages({
    queryKey: [redemptionList.path, lineId, batchId],
    ask: (before, signal) =>
      call(
        redemptionList,
        { body: { lineId, batchId, ...before } },
        { tag: 'redemption-codes:uses', told: 'inline', signal },
      ),
    refetchIntervalMs: LOOK_AGAIN_MS,
  })
  return (
    <Panel title={t('uses')} icon={<ListChecks size={15} aria-hidden />}>
      <DataTable
        name="redemption-codes.uses"
        label={t('uses')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={reload}
        empty={<EmptyState title={t('noUses')} />}
        more={{ isLoading: isLoadingMore, ...(loadMore === undefined ? {} : { load: loadMore }) }}
      />
    </Panel>
  )
}

/** One batch: how far its codes got, what it gives to whom, and who used it. */
export function BatchPage({
  line,
  batchId,
  onBack,
}: {
  line: LineRef
  batchId: string
  onBack: () => void
}): ReactNode {
  const t = useCodesTexts()
  const lineId = line.lineCode
  const query = useCall(
    batchGet,
    { body: { lineId, batchId } },
    { tag: 'redemption-codes:title', told: 'inline', refetchIntervalMs: LOOK_AGAIN_MS },
  )
  const batch = query.data
  const reload = () => void query.refetch()
  // Whoever leaves the batch, by whatever way, sees the list as it is now.
  useEffect(() => refreshBatches, [])
  const back = (
    <Button size="small" icon={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
      {t('back')}
    </Button>
  )
  if (batch === undefined) {
    return (
      <Panel title={t('title')} icon={<Ticket size={15} aria-hidden />} actions={back}>
        {query.error ? <ErrorState error={query.error} onRetry={reload} /> : <LoadingRows rows={8} />}
      </Panel>
    )
  }
  return (
    <RecordColumns>
      <Panel
        title={`${batch.number} · ${batch.name}`}
        icon={<Ticket size={15} aria-hidden />}
        status={<ZoneNote />}
        actions={
          <>
            <BatchStateTag batch={batch} />
            {back}
          </>
        }
      >
        <BatchActions line={line} batch={batch} onDone={reload} onGone={onBack} />
        <RecordPart>
          {batch.state === 'approved' ? (
            <p role="status" className={styles.hint}>
              {t('approvedHint')}
            </p>
          ) : null}
          {batch.isUnfinished ? (
            <p role="status" className={styles.fault}>
              {t('unfinished', {
                generated: formatQuantity(batch.funnel.generated),
                quantity: formatQuantity(batch.quantity),
              })}
            </p>
          ) : null}
          <Funnel batch={batch} />
        </RecordPart>
        <RecordPart>
          <Facts line={line} batch={batch} />
        </RecordPart>
      </Panel>
      <Redemptions lineId={lineId} batchId={batchId} />
    </RecordColumns>
  )
}
