import { leastLength, LENGTH } from '@qd/code-alphabet'
import { useScope } from '@qd/web-calls'
import { TimePicker, ZoneNote } from '@qd/web-controls'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { COUNTS_OF_KIND, QUANTITY_MOST } from '../../contract/index.ts'
import type { BatchDraft, LimitCode } from '../../contract/index.ts'
import { Field } from '../parts/field.tsx'
import { lineName } from '../parts/line-name.ts'
import styles from '../parts/parts.module.css'
import { useCodesTexts } from '../texts.ts'
import type { DraftFaults } from './draft-faults.ts'
import { freshLimit, LimitEditor } from './limit-editor.tsx'

export interface PartProps {
  draft: BatchDraft
  patch: (part: Partial<BatchDraft>) => void
}
type CheckedProps = PartProps & { faults: DraftFaults }

export function Counts({ draft, patch, faults }: CheckedProps): ReactNode {
  const t = useCodesTexts()
  return (
    <div className={styles.row}>
      {COUNTS_OF_KIND[draft.kind].map((key) => (
        <Field key={key} label={t(`field.${key}`)} fault={key === 'perCode' ? faults.perCode : undefined}>
          <InputNumber
            aria-label={t(`field.${key}`)}
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

export function Codes({ draft, patch, faults }: CheckedProps): ReactNode {
  const t = useCodesTexts()
  if (draft.kind === 'universal') {
    return (
      <Field label={t('field.word')} help={t('wordHelp')} fault={faults.word}>
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
            aria-label={t('field.quantity')}
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
            aria-label={t('field.length')}
            min={least}
            max={LENGTH.most}
            precision={0}
            value={draft.length}
            onChange={(length) => patch({ length: length ?? LENGTH.usual })}
          />
        </Field>
        <Field label={t('field.prefix')} fault={faults.prefix}>
          <Input
            className={styles.mono}
            status={faults.prefix === undefined ? '' : 'error'}
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

export function Times({ draft, patch, faults }: CheckedProps): ReactNode {
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
        <Field label={t('field.to')} fault={faults.validTo}>
          <TimePicker
            label={t('field.to')}
            value={draft.validTo}
            onChange={(validTo) => patch({ validTo })}
          />
        </Field>
      </div>
      <ZoneNote />
      <p className={styles.hint}>{t('clock')}</p>
    </>
  )
}

export function Limits({ draft, patch }: PartProps): ReactNode {
  const t = useCodesTexts()
  const { limits } = draft
  return (
    <>
      {limits.map((limit, at) => (
        <LimitEditor
          key={at}
          limit={limit}
          onChange={(next) => patch({ limits: limits.with(at, next) })}
          onRemove={() => patch({ limits: limits.toSpliced(at, 1) })}
        />
      ))}
      <div className={styles.buttons}>
        {([0, 1, 2, 3, 4] as const satisfies readonly LimitCode[]).map((code) => (
          <Button key={code} size="small" onClick={() => patch({ limits: [...limits, freshLimit(code)] })}>
            {t('limit.add', { limit: t(`limit.${code}`) })}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Further lines where the codes are good: those of the same operator and environment. */
export function AlsoLines({ draft, patch, lineId }: PartProps & { lineId: string }): ReactNode {
  const t = useCodesTexts()
  const lines = useScope((state) => state.lines)
  const own = lines.find((line) => line.lineId === lineId)
  const others = lines.filter((line) => line.lineId !== lineId && line.environment === own?.environment)
  const known = new Set(others.map((line) => line.lineId))
  const kept = draft.alsoLines.filter((id) => !known.has(id))
  if (others.length === 0 && kept.length === 0) return null
  return (
    <Field label={t('field.alsoLines')} help={t('alsoLinesHelp')}>
      <Select
        mode="multiple"
        aria-label={t('field.alsoLines')}
        optionFilterProp="label"
        value={draft.alsoLines}
        options={[...others.map((line) => line.lineId), ...kept].map((value) => ({
          value,
          label: lineName(lines, value),
        }))}
        onChange={(alsoLines: string[]) => patch({ alsoLines })}
      />
    </Field>
  )
}
