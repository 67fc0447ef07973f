import { goTo, shortId } from '@qd/web-base'
import { useQueryClient } from '@tanstack/react-query'
import { call, queryKeyOf, useCall, useMay } from '@qd/web-calls'
import { Item, ItemList, LoadingRows, Panel, Time } from '@qd/web-controls'
import { EmptyState, ErrorState, openConfirm } from '@qd/web-frame'
import { Button } from 'antd'
import { Plug, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { recordDefinition, recordDelete, recordList, recordSave } from '../../contract/index.ts'
import type { SimulatorRecord } from '../../contract/index.ts'
import { docOfRecord } from '../doc/record-address.ts'
import { simulatorText, useSimulatorTexts } from '../texts.ts'
import { nameOfLayout } from './layout-text.ts'
import { openRecordDialog } from './record-form.tsx'
import styles from './records.module.css'

function askDelete(
  { lineId, recordId, name, revision }: SimulatorRecord,
  refresh: () => Promise<void>,
): void {
  openConfirm({
    title: simulatorText('records.delete'),
    text: simulatorText('records.deleteAsk', { name }),
    action: simulatorText('records.delete'),
    run: async () => {
      await call(
        recordDelete,
        { body: { lineId, recordId, revision } },
        { tag: 'simulator:records.delete', told: 'form' },
      ).finally(refresh)
    },
  })
}

function RecordRow(props: {
  record: SimulatorRecord
  mayManage: boolean
  refresh: () => Promise<void>
}): ReactNode {
  const { record, mayManage, refresh } = props
  const t = useSimulatorTexts()
  const { name, url, layout, messages, commands, definitionHash, changedAt, changedBy } = record
  return (
    <Item
      title={name}
      facts={[
        [t('records.changed'), <Time key="at" at={changedAt} />],
        [t('records.by'), changedBy],
      ]}
      buttons={
        <>
          <Button
            size="small"
            aria-label={`${t('doc.title')} ${name}`}
            onClick={() => goTo(docOfRecord(record.recordId))}
          >
            {t('doc.title')}
          </Button>
          {mayManage ? (
            <>
              <Button
                size="small"
                aria-label={`${t('records.edit')} ${name}`}
                onClick={() => openRecordDialog(record.lineId, record, refresh)}
              >
                {t('records.edit')}
              </Button>
              <Button
                size="small"
                danger
                aria-label={`${t('records.delete')} ${name}`}
                onClick={() => askDelete(record, refresh)}
              >
                {t('records.delete')}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <span className={`qd-mono ${styles.url}`}>{url}</span>
      <span title={definitionHash}>
        {t('records.summary', { layout: nameOfLayout(layout), messages, commands })} ·{' '}
        {shortId(definitionHash)}
      </span>
    </Item>
  )
}

/** Games the console knows by their frames and messages alone. */
export function RecordList({ lineId }: { lineId: string }): ReactNode {
  const t = useSimulatorTexts()
  const mayManage = useMay(recordSave)
  const queries = useQueryClient()
  // The connect dialog reads both, too.
  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: queryKeyOf(recordList) }),
      queries.invalidateQueries({ queryKey: queryKeyOf(recordDefinition) }),
    ])
  }
  const records = useCall(
    recordList,
    { body: { lineId } },
    { tag: 'simulator:records.title', told: 'inline' },
  )
  const list = records.data?.list
  const create = mayManage ? (
    <Button
      size="small"
      icon={<Plus size={15} aria-hidden />}
      onClick={() => openRecordDialog(lineId, null, refresh)}
    >
      {t('records.new')}
    </Button>
  ) : undefined
  return (
    <Panel
      title={t('records.title')}
      icon={<Plug size={15} aria-hidden />}
      count={list?.length}
      actions={list === undefined || list.length === 0 ? undefined : create}
    >
      {records.isError ? (
        <ErrorState error={records.error} onRetry={() => void records.refetch()} />
      ) : list === undefined ? (
        <LoadingRows rows={3} />
      ) : list.length === 0 ? (
        <EmptyState
          title={t('records.empty')}
          hint={t(mayManage ? 'records.emptyHint' : 'records.readOnly')}
          action={create}
        />
      ) : (
        <ItemList>
          {list.map((record) => (
            <RecordRow key={record.recordId} record={record} mayManage={mayManage} refresh={refresh} />
          ))}
        </ItemList>
      )}
    </Panel>
  )
}
