import { formatQuantity } from '@qd/web-base'
import { Allowed, call, usePages } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FilterPicker, Panel, Time } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable, useUrlFilter } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { Button, Input } from 'antd'
import { Plus, Ticket } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { batchList, batchSave, batchState } from '../../contract/index.ts'
import type { BatchState, BatchView } from '../../contract/index.ts'
import { openBatchForm } from '../form/batch-form.tsx'
import { BatchStateTag, standingOf } from '../parts/state-tag.tsx'
import { useCodesTexts } from '../texts.ts'
import type { CodesTexts } from '../texts.ts'

const LOOK_AGAIN_MS = 5_000
const NO_FILTER = { state: '', search: '' }

function columnsOf(t: CodesTexts): DataColumn<BatchView>[] {
  const figure = (key: 'generated' | 'exported' | 'redeemed' | 'confirmed'): DataColumn<BatchView> => ({
    key,
    title: t(`funnel.${key}`),
    width: 100,
    align: 'right',
    render: ({ funnel }) => formatQuantity(funnel[key]),
    text: ({ funnel }) => String(funnel[key]),
  })
  return [
    {
      key: 'name',
      title: t('column.name'),
      width: 180,
      isGrowing: true,
      render: ({ number, name }) => `${number} · ${name}`,
      text: ({ name }) => name,
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 124,
      render: (batch) => <BatchStateTag batch={batch} />,
      text: (batch) => t(`state.${standingOf(batch)}`),
    },
    {
      key: 'kind',
      title: t('column.kind'),
      width: 130,
      render: ({ kind }) => t(`kind.${kind}`),
      text: ({ kind }) => t(`kind.${kind}`),
    },
    figure('generated'),
    figure('exported'),
    figure('redeemed'),
    figure('confirmed'),
    {
      key: 'until',
      title: t('column.until'),
      holds: 'time',
      render: ({ validTo }) => <Time at={validTo} />,
      text: ({ validTo }) => String(validTo ?? ''),
    },
  ]
}

/** The batches of a line, newest first. */
export function BatchList({ line, onOpen }: { line: LineRef; onOpen: (id: string) => void }): ReactNode {
  const t = useCodesTexts()
  const lineId = line.lineCode
  const [filter, change, clear] = useUrlFilter(NO_FILTER)
  const state = batchState.options.find((each) => each === filter.state)
  const asked = {
    lineId,
    ...(state === undefined ? {} : { state }),
    ...(filter.search === '' ? {} : { search: filter.search }),
  }
  const { rows, error, loadMore, isLoadingMore, reload } = usePages({
    queryKey: [batchList.path, asked],
    ask: (before, signal) =>
      call(
        batchList,
        { body: { ...asked, ...before } },
        { tag: 'redemption-codes:title', told: 'inline', signal },
      ),
    refetchIntervalMs: LOOK_AGAIN_MS,
  })
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <Panel
      title={t('title')}
      icon={<Ticket size={15} aria-hidden />}
      actions={
        <Allowed action={batchSave}>
          <Button
            size="small"
            type="primary"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => openBatchForm({ line, onDone: ({ id }) => onOpen(id) })}
          >
            {t('new')}
          </Button>
        </Allowed>
      }
    >
      <DataTable
        name="redemption-codes.list"
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={reload}
        isFiltered={filter.state !== '' || filter.search !== ''}
        onClearFilter={clear}
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
        more={{ isLoading: isLoadingMore, ...(loadMore === undefined ? {} : { load: loadMore }) }}
        onSelect={({ id }) => onOpen(id)}
        onOpen={({ id }) => onOpen(id)}
        filters={
          <>
            <Input
              allowClear
              aria-label={t('search')}
              placeholder={t('search')}
              defaultValue={filter.search}
              onChange={({ target }) => change({ search: target.value })}
            />
            <FilterPicker
              label={t('column.state')}
              value={filter.state}
              options={batchState.options.map((value: BatchState) => ({ value, label: t(`state.${value}`) }))}
              onChange={(value) => change({ state: value })}
            />
          </>
        }
      />
    </Panel>
  )
}
