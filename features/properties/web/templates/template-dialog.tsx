import { z } from '@qd/contract-kit'
import type { GiftEntry } from '@qd/gift-content'
import { textOf, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FieldFrame, Form, FormActions, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { giftValues, saveGift } from '../../contract/index.ts'
import type { GiftTemplate } from '../../contract/index.ts'
import { GiftEditor } from '../gift/gift-editor.tsx'
import '../texts.ts'
import { refreshGifts } from './refresh-gifts.ts'

const form = z.object({ values: giftValues })

/** As a mail to one player would be held against the limits. */
const AS_MAIL = { kind: 'mail', players: 1 } as const

function TemplateForm(props: { line: LineRef; gift: GiftTemplate | null; onDone: () => void }): ReactNode {
  const t = useTexts('properties')
  const { line, gift, onDone } = props
  const state = useZodForm({
    schema: form,
    initial: { values: { name: gift?.name ?? '', entries: gift?.entries ?? [] } },
    send: ({ values }) => {
      const seen = gift === null ? {} : { id: gift.id, revision: gift.revision }
      return call(
        saveGift,
        { body: { ...line, ...seen, values } },
        { tag: 'properties:templates.save', told: 'form' },
      )
    },
    onSent: () => {
      toast.success(t('templates.saved'))
      refreshGifts()
      onDone()
    },
    issueText: ({ path }) => (path.includes('entries') ? t('templates.contentWrong') : undefined),
  })
  return (
    <Form form={state}>
      <TextField name="values.name" label={t('templates.name')} isRequired isFirst />
      <FieldFrame name="values.entries" label={t('templates.content')} isRequired>
        {(field) => (
          <GiftEditor
            line={line}
            label={t('templates.content')}
            value={(field.value as GiftEntry[] | undefined) ?? []}
            use={AS_MAIL}
            onChange={(entries) => field.set(entries ?? [])}
          />
        )}
      </FieldFrame>
      <FormActions submitLabel={t('templates.save')} onCancel={onDone} />
    </Form>
  )
}

/** A new gift, or an existing one to change. */
export function openTemplateDialog(line: LineRef, gift: GiftTemplate | null): void {
  openDialog(({ close }) => <TemplateForm line={line} gift={gift} onDone={close} />, {
    title: textOf('properties', gift === null ? 'templates.add' : 'templates.edit'),
    width: 560,
    isDismissible: false,
  })
}
