import { leastLength, LENGTH } from '@qd/code-alphabet'
import { parseGift, printGift } from '@qd/gift-content'
import { isCallError, useKitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { ConfirmButton, SegmentedControl, TimePicker, ZoneNote } from '@qd/web-controls'
import { DialogActions, openDialog, useMarkDialogDirty } from '@qd/web-frame'
import { Button, Checkbox, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { batchKind, batchSave, QUANTITY_MOST } from '../../contract/index.ts'
import type { BatchDetail, BatchDraft, LimitCode } from '../../contract/index.ts'
import { Field } from '../parts/field.tsx'
import styles from '../parts/parts.module.css'
import { codesText, useCodesTexts } from '../texts.ts'
import { freshLimit, LimitEditor } from './limit-editor.tsx'

interface FormProps {
  lineId: string
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
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  gift: [],
  limits: [],
  alsoLines: [],
  exportOnce: false,
}

interface PartProps {
  draft: BatchDraft
  patch: (part: Partial<BatchDraft>) => void
}

type Count = 'perCode' | 'perPlayerCode' | 'perPlayerBatch' | 'total'

function Counts({ draft, patch }: PartProps): ReactNode {
  const t = useCodesTexts()
  const shown: Count[] = [
    ...(draft.kind === 'once' ? [] : (['perCode'] as const)),
    'perPlayerCode',
    ...(draft.kind === 'universal' ? [] : (['perPlayerBatch'] as const)),
    'total',
  ]
  return (
    <div className={styles.row}>
      {shown.map((key) => (
        <Field key={key} label={t(`field.${key}`)}>
          <InputNumber
            min={1}
            precision={0}
            placeholder={t('noLimit')}
            value={draft[key]}
            onChange={(value) => patch({ [key]: value })}
          />
        </Field>
      ))}
    </div>
  )
}

function Codes({ draft, patch }: PartProps): ReactNode {
  const t = useCodesTexts()
  if (draft.kind === 'universal') {
    return (
      <Field label={t('field.word')} help={t('wordHelp')}>
        <Input
          className={styles.mono}
          value={draft.word}
          onChange={({ target }) => patch({ word: target.value })}
        />
      </Field>
    )
  }
  const least = leastLength(draft.quantity)
  return (
    <>
      <div className={styles.row}>
        <Field label={t('field.quantity')}>
          <InputNumber
            min={1}
            max={QUANTITY_MOST}
            precision={0}
            value={draft.quantity}
            onChange={(quantity) =>
              patch({ quantity: quantity ?? 1, length: Math.max(draft.length, leastLength(quantity ?? 1)) })
            }
          />
        </Field>
        <Field label={t('field.length')}>
          <InputNumber
            min={least}
            max={LENGTH.most}
            precision={0}
            value={draft.length}
            onChange={(length) => patch({ length: length ?? LENGTH.usual })}
          />
        </Field>
        <Field label={t('field.prefix')}>
          <Input
            className={styles.mono}
            maxLength={8}
            value={draft.prefix}
            onChange={({ target }) => patch({ prefix: target.value.toUpperCase() })}
          />
        </Field>
      </div>
      <Checkbox checked={draft.exportOnce} onChange={({ target }) => patch({ exportOnce: target.checked })}>
        {t('exportOnce')}
      </Checkbox>
    </>
  )
}

function Times({ draft, patch }: PartProps): ReactNode {
  const t = useCodesTexts()
  return (
    <>
      <div className={styles.row}>
        <Field label={t('field.from')}>
          <TimePicker
            label={t('field.from')}
            value={draft.validFrom}
            onChange={(validFrom) => patch({ validFrom })}
          />
        </Field>
        <Field label={t('field.to')}>
          <TimePicker
            label={t('field.to')}
            value={draft.validTo}
            onChange={(validTo) => patch({ validTo })}
          />
        </Field>
      </div>
      <ZoneNote />
    </>
  )
}

function Limits({ draft, patch }: PartProps): ReactNode {
  const t = useCodesTexts()
  const { limits } = draft
  return (
    <>
      {limits.map((limit, at) => (
        <LimitEditor
          // eslint-disable-next-line react/no-array-index-key -- limits have no name of their own
          key={at}
          limit={limit}
          onChange={(next) => patch({ limits: limits.with(at, next) })}
          onRemove={() => patch({ limits: limits.toSpliced(at, 1) })}
        />
      ))}
      <div className={styles.row}>
        {([0, 1, 2, 3, 4] as const satisfies readonly LimitCode[]).map((code) => (
          <Button key={code} size="small" onClick={() => patch({ limits: [...limits, freshLimit(code)] })}>
            {t('limit.add', { limit: t(`limit.${code}`) })}
          </Button>
        ))}
      </div>
    </>
  )
}

function BatchForm({ lineId, batch, onDone, onClose }: FormProps & { onClose: () => void }): ReactNode {
  const t = useCodesTexts()
  const kit = useKitText()
  const begun = batch?.draft ?? NEW
  const [draft, setDraft] = useState(begun)
  const [gift, setGift] = useState(printGift(begun.gift))
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const patch = (part: Partial<BatchDraft>) => setDraft((before) => ({ ...before, ...part }))
  const parsed = parseGift(gift)
  const isGift = parsed.ok && parsed.entries.length > 0
  useMarkDialogDirty(draft !== begun || gift !== printGift(begun.gift))
  const save = async () => {
    if (!parsed.ok) return
    setSending(true)
    setFailure('')
    try {
      const body = {
        lineId,
        batchId: batch?.id ?? null,
        revision: batch?.revision ?? 0,
        draft: { ...draft, gift: parsed.entries },
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
      <Codes draft={draft} patch={patch} />
      <Counts draft={draft} patch={patch} />
      <Field label={t('field.gift')} help={t('giftHelp')}>
        <Input
          className={styles.mono}
          placeholder="1001,5|1002,1"
          status={gift !== '' && !parsed.ok ? 'error' : ''}
          value={gift}
          onChange={({ target }) => setGift(target.value)}
        />
      </Field>
      {parsed.ok ? null : (
        <p role="alert" className={styles.fault}>
          {t('giftFault', { at: (parsed.faults[0]?.at ?? 0) + 1 })}
        </p>
      )}
      <Times draft={draft} patch={patch} />
      <Limits draft={draft} patch={patch} />
      <Field label={t('field.note')}>
        <Input.TextArea
          rows={2}
          maxLength={500}
          value={draft.note}
          onChange={({ target }) => patch({ note: target.value })}
        />
      </Field>
      {failure === '' ? null : (
        <p role="alert" className={styles.fault}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton
          loading={isSending}
          disabled={draft.name.trim() === '' || !isGift}
          onClick={() => void save()}
        >
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
