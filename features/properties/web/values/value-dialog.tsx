import { z } from '@qd/contract-kit'
import { textOf, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import {
  FieldFrame,
  Form,
  FormActions,
  TextAreaField,
  TextField,
  openReasonDialog,
  useZodForm,
} from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { itemValue, removeValue, saveValue } from '../../contract/index.ts'
import type { ValueRecord } from '../../contract/index.ts'
import { ItemPick } from '../gift/item-pick.tsx'
import '../texts.ts'
import { useItemNames } from '../use-item-names.ts'
import { refreshValues } from './use-values.ts'

const form = z.object({
  values: itemValue,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})

/** The value that is there, or the item to set one for; empty: it is chosen. */
type Valued = ValueRecord | { number: string }

interface FormProps {
  line: LineRef
  of: Valued
  onDone: () => void
}

function ValueForm({ line, of, onDone }: FormProps): ReactNode {
  const t = useTexts('properties')
  const items = useItemNames(line)
  const record = 'id' in of ? of : null
  const rate = record?.rate ?? { per: '1', worth: '' }
  const state = useZodForm({
    schema: form,
    initial: { values: { number: of.number, rate }, reason: '' },
    send: ({ values, reason }) => {
      const seen = record === null ? {} : { id: record.id, revision: record.revision }
      return call(
        saveValue,
        { body: { ...line, ...seen, values, reason } },
        { tag: 'properties:values.save', told: 'form' },
      )
    },
    onSent: () => {
      toast.success(t('values.saved'))
      refreshValues()
      onDone()
    },
  })
  return (
    <Form form={state}>
      <FieldFrame name="values.number" label={t('values.item')} isRequired>
        {(field) => (
          <ItemPick
            items={items}
            label={t('values.item')}
            value={String(field.value ?? '')}
            isDisabled={record !== null}
            fault={field.error ?? null}
            onChange={field.set}
          />
        )}
      </FieldFrame>
      <TextField
        name="values.rate.per"
        label={t('values.per')}
        help={t('values.perHelp')}
        isRequired
        isMono
      />
      <TextField
        name="values.rate.worth"
        label={t('values.worth')}
        help={t('values.worthHelp')}
        isRequired
        isMono
      />
      <TextAreaField name="reason" label={t('values.reason')} isRequired rows={2} />
      <FormActions submitLabel={t('values.save')} onCancel={onDone} />
    </Form>
  )
}

/** A value for an item, or another one than it has. */
export function openValueDialog(line: LineRef, of: Valued = { number: '' }): void {
  openDialog(({ close }) => <ValueForm line={line} of={of} onDone={close} />, {
    title: textOf('properties', 'id' in of ? 'values.edit' : 'values.add'),
    width: 480,
    isDismissible: false,
  })
}

/** Asks why the item shall count for what its game says again. */
export function removeValueAfterAsking(line: LineRef, record: ValueRecord, name: string): void {
  openReasonDialog({
    title: textOf('properties', 'values.remove'),
    text: textOf('properties', 'values.removeAsk', { item: name || record.number }),
    action: textOf('properties', 'values.remove'),
    run: async (reason) => {
      const body = { ...line, id: record.id, revision: record.revision, reason }
      await call(removeValue, { body }, { tag: 'properties:values.remove', told: 'form' })
      toast.success(textOf('properties', 'values.removed'))
      refreshValues()
    },
  })
}
