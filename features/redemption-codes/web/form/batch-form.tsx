import { LENGTH } from '@qd/code-alphabet'
import { machineZone } from '@qd/i18n'
import { isCallError, useKitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { ConfirmButton, SegmentedControl } from '@qd/web-controls'
import { DialogActions, openDialog, Slot, useMarkDialogDirty } from '@qd/web-frame'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { batchKind, batchSave, countsOf, USES_MOST, weighedUses } from '../../contract/index.ts'
import type { BatchDetail, BatchDraft, GiftEntry } from '../../contract/index.ts'
import { Field } from '../parts/field.tsx'
import styles from '../parts/parts.module.css'
import { codesText, useCodesTexts } from '../texts.ts'
import { faultsOf } from './draft-faults.ts'
import { AlsoLines, Codes, Counts, Limits, Times } from './batch-parts.tsx'

interface FormProps {
  line: LineRef
  /** Absent: a new one. */
  batch?: BatchDetail
  onDone: (batch: BatchDetail) => void
}

const NEW: BatchDraft = {
  name: '',
  note: '',
  kind: 'once',
  quantity: 1_000,
  length: LENGTH.usual,
  prefix: '',
  word: '',
  perCode: null,
  perPlayerCode: 1,
  perPlayerBatch: 1,
  total: null,
  validFrom: null,
  validTo: null,
  zone: machineZone().zone,
  gift: [],
  limits: [],
  alsoLines: [],
  exportOnce: false,
}

function BatchForm({ line, batch, onDone, onClose }: FormProps & { onClose: () => void }): ReactNode {
  const t = useCodesTexts()
  const kit = useKitText()
  const begun = batch?.draft ?? NEW
  const [draft, setDraft] = useState(begun)
  const [isGiftWrong, setGiftWrong] = useState(false)
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const patch = (part: Partial<BatchDraft>) => setDraft((before) => ({ ...before, ...part }))
  const faults = faultsOf(draft, isGiftWrong, t)
  const [cause] = Object.values(faults)
  useMarkDialogDirty(draft !== begun)
  const save = async () => {
    setSending(true)
    setFailure('')
    try {
      const body = {
        lineId: line.lineCode,
        batchId: batch?.id ?? null,
        revision: batch?.revision ?? 0,
        draft,
      }
      const saved = await call(batchSave, { body }, { tag: 'redemption-codes:title', told: 'form' })
      onClose()
      onDone(saved)
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className={styles.fields}>
      <Field label={t('column.name')}>
        <Input maxLength={80} value={draft.name} onChange={({ target }) => patch({ name: target.value })} />
      </Field>
      <SegmentedControl
        isBlock
        label={t('column.kind')}
        value={draft.kind}
        segments={batchKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(kind) => patch({ kind })}
      />
      <Codes draft={draft} patch={patch} faults={faults} />
      <Counts draft={draft} patch={patch} faults={faults} />
      <div className={styles.field}>
        <span aria-hidden>{t('field.gift')}</span>
        <Slot
          name="giftEditor"
          values={{
            line,
            value: draft.gift,
            use: { kind: 'code', players: Math.min(weighedUses(countsOf(draft)), USES_MOST) },
            label: t('field.gift'),
            onChange: (gift: GiftEntry[] | null) => {
              setGiftWrong(gift === null)
              if (gift !== null) patch({ gift })
            },
          }}
        />
      </div>
      <Times draft={draft} patch={patch} faults={faults} />
      <AlsoLines draft={draft} patch={patch} lineId={line.lineCode} />
      <Limits draft={draft} patch={patch} />
      <Field label={t('field.note')}>
        <Input.TextArea
          rows={2}
          maxLength={500}
          value={draft.note}
          onChange={({ target }) => patch({ note: target.value })}
        />
      </Field>
      <DialogActions>
        {failure === '' && cause === undefined ? null : (
          <p role={failure === '' ? 'status' : 'alert'} className={styles.cause}>
            {failure || cause}
          </p>
        )}
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton loading={isSending} disabled={cause !== undefined} onClick={() => void save()}>
          {t('save')}
        </ConfirmButton>
      </DialogActions>
    </div>
  )
}

/** Makes a draft, or changes one. */
export function openBatchForm(props: FormProps): void {
  openDialog(({ close }) => <BatchForm {...props} onClose={close} />, {
    title: props.batch === undefined ? codesText('new') : codesText('editOf', { name: props.batch.name }),
    width: 720,
  })
}
