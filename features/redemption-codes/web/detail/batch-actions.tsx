import { saveFile } from '@qd/web-base'
import { Allowed, call, callFile, newConfirmation } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { RecordActions } from '@qd/web-controls'
import { openConfirm, toast } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import {
  batchDelete,
  batchMove,
  batchRelease,
  batchSave,
  codesExport,
  codesFile,
  codesVoid,
} from '../../contract/index.ts'
import type { BatchDetail } from '../../contract/index.ts'
import { openBatchForm } from '../form/batch-form.tsx'
import { codesText, useCodesTexts } from '../texts.ts'

interface ActionsProps {
  line: LineRef
  batch: BatchDetail
  onDone: () => void
  onGone: () => void
}

const TELL = { tag: 'redemption-codes:title', told: 'toast' } as const
const bodyOf = ({ lineId, id: batchId }: BatchDetail) => ({ lineId, batchId })
/** A failure has told itself. */
const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

function release({ batch, onDone }: ActionsProps): Promise<void> {
  const text = codesText('ask.release', { name: batch.name })
  const confirmation = newConfirmation({ title: codesText('release'), text, action: codesText('release') })
  const body = { ...bodyOf(batch), revision: batch.revision }
  return call(batchRelease, { body }, { ...TELL, confirmation }).then(onDone)
}

function voidRest({ batch, onDone }: ActionsProps): Promise<void> {
  const text = codesText('ask.void', { name: batch.name })
  const confirmation = newConfirmation({ title: codesText('void'), text, action: codesText('void') })
  return call(codesVoid, { body: bodyOf(batch) }, { ...TELL, confirmation }).then(onDone)
}

async function fetchCodes({ batch, onDone }: ActionsProps, format: 'csv' | 'zip'): Promise<void> {
  const { url } = await call(codesExport, { body: { ...bodyOf(batch), fileFormat: format } }, TELL)
  const query = Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1)))
  const file = await callFile(codesFile, { query: query as never }, TELL)
  saveFile(`codes-${batch.number}.${format}`, file)
  toast.success(codesText('exported'))
  onDone()
}

function askExport(props: ActionsProps, format: 'csv' | 'zip'): void {
  if (!props.batch.exportOnce) return quietly(fetchCodes(props, format))
  openConfirm({
    title: codesText('export', { format }),
    text: codesText('ask.exportOnce'),
    action: codesText('export', { format }),
    run: () => fetchCodes(props, format),
  })
}

function askDelete({ batch, onGone }: ActionsProps): void {
  openConfirm({
    title: codesText('delete'),
    text: codesText('ask.delete', { name: batch.name }),
    action: codesText('delete'),
    run: () => call(batchDelete, { body: bodyOf(batch) }, { ...TELL, told: 'form' }).then(onGone),
  })
}

function askEnd({ batch, onDone }: ActionsProps): void {
  openConfirm({
    title: codesText('end'),
    text: codesText('ask.end', { name: batch.name }),
    action: codesText('end'),
    run: () =>
      call(batchMove, { body: { ...bodyOf(batch), moveTo: 'ended' } }, { ...TELL, told: 'form' }).then(
        onDone,
      ),
  })
}

function DraftActions(props: ActionsProps): ReactNode {
  const t = useCodesTexts()
  const { line, batch, onDone } = props
  return (
    <>
      <Allowed action={batchRelease}>
        <Button type="primary" onClick={() => quietly(release(props))}>
          {t('release')}
        </Button>
      </Allowed>
      <Allowed action={batchSave}>
        <Button onClick={() => openBatchForm({ line, batch, onDone })}>{t('edit')}</Button>
      </Allowed>
      <Allowed action={batchDelete}>
        <Button danger onClick={() => askDelete(props)}>
          {t('delete')}
        </Button>
      </Allowed>
    </>
  )
}

/** What can be done with the batch as it stands. */
export function BatchActions(props: ActionsProps): ReactNode {
  const t = useCodesTexts()
  const { batch, onDone } = props
  const { state } = batch
  const move = (to: 'paused' | 'active') =>
    quietly(call(batchMove, { body: { ...bodyOf(batch), moveTo: to } }, TELL).then(onDone))
  if (state === 'void' || state === 'pending' || state === 'approved') return null
  if (state === 'draft') {
    return (
      <RecordActions>
        <DraftActions {...props} />
      </RecordActions>
    )
  }
  return (
    <RecordActions>
      <Allowed action={batchMove}>
        {state === 'active' ? <Button onClick={() => move('paused')}>{t('pause')}</Button> : null}
        {state === 'paused' ? (
          <Button onClick={() => move('active')}>{batch.isUnfinished ? t('goOn') : t('resume')}</Button>
        ) : null}
        {state === 'active' || (state === 'paused' && !batch.isUnfinished) ? (
          <Button onClick={() => askEnd(props)}>{t('end')}</Button>
        ) : null}
      </Allowed>
      {batch.isExportable ? (
        <Allowed action={codesExport}>
          <Button onClick={() => askExport(props, 'csv')}>{t('export', { format: 'CSV' })}</Button>
          <Button onClick={() => askExport(props, 'zip')}>{t('export', { format: 'ZIP' })}</Button>
        </Allowed>
      ) : null}
      <Allowed action={codesVoid}>
        <Button danger onClick={() => quietly(voidRest(props))}>
          {t('void')}
        </Button>
      </Allowed>
    </RecordActions>
  )
}
