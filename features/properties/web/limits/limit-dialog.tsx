import { z } from '@qd/contract-kit'
import { LIMIT_KINDS } from '@qd/item-limits'
import { textOf, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FieldFrame, Form, FormActions, SelectField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { limitValues, saveLimit } from '../../contract/index.ts'
import type { LimitRecord } from '../../contract/index.ts'
import { ItemPick } from '../gift/item-pick.tsx'
import '../texts.ts'
import { useItemNames } from '../use-item-names.ts'
import { refreshLimits } from './refresh-limits.ts'
import { useMayForOperator } from './use-may-for-operator.ts'

const HOLDS = ['line', 'operator'] as const
const form = z.object({ values: limitValues, holds: z.enum(HOLDS) })

interface FormProps {
  line: LineRef
  limit: LimitRecord | null
  onDone: () => void
}

function LimitForm({ line, limit, onDone }: FormProps): ReactNode {
  const t = useTexts('properties')
  const items = useItemNames(line)
  const { number = '', kind = 'mail', quantity = '', isForOperator = false } = limit ?? {}
  const mayForOperator = useMayForOperator(line)
  const state = useZodForm({
    schema: form,
    initial: { values: { number, kind, quantity }, holds: isForOperator ? 'operator' : 'line' },
    send: ({ values, holds }) => {
      const seen =
        limit === null ? { isForOperator: holds === 'operator' } : { id: limit.id, revision: limit.revision }
      return call(
        saveLimit,
        { body: { ...line, ...seen, values } },
        { tag: 'properties:limits.save', told: 'form' },
      )
    },
    onSent: () => {
      toast.success(t('limits.saved'))
      refreshLimits()
      onDone()
    },
  })
  const { kind: chosen } = state.values.values
  return (
    <Form form={state}>
      <FieldFrame name="values.number" label={t('limits.item')} isRequired>
        {(field) => (
          <ItemPick
            items={items}
            label={t('limits.item')}
            value={String(field.value ?? '')}
            fault={field.error ?? null}
            onChange={field.set}
          />
        )}
      </FieldFrame>
      <SelectField
        name="values.kind"
        label={t('limits.kind')}
        help={t(`limits.kindHelp.${chosen}`)}
        options={LIMIT_KINDS.map((value) => ({ value, label: t(`limits.kinds.${value}`) }))}
      />
      <TextField name="values.quantity" label={t('limits.quantity')} isRequired isMono />
      {limit === null && mayForOperator ? (
        <SelectField
          name="holds"
          label={t('limits.holds')}
          help={t(`limits.holdsHelp.${state.values.holds}`)}
          options={HOLDS.map((value) => ({ value, label: t(`limits.holdsOn.${value}`) }))}
        />
      ) : null}
      <FormActions submitLabel={t('limits.save')} onCancel={onDone} />
    </Form>
  )
}

/** A new limit, or an existing one to change. */
export function openLimitDialog(line: LineRef, limit: LimitRecord | null): void {
  openDialog(({ close }) => <LimitForm line={line} limit={limit} onDone={close} />, {
    title: textOf('properties', limit === null ? 'limits.add' : 'limits.edit'),
    width: 480,
    isDismissible: false,
  })
}
