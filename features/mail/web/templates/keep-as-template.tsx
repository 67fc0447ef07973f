import { z } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Form, FormActions, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { mailClone } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import { useMailTexts } from '../texts.ts'

const form = z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) })

interface Kept {
  line: LineRef
  id: string
  name: string
}

function KeepForm({ line, id, name, onClose }: Kept & { onClose: () => void }): ReactNode {
  const t = useMailTexts()
  const state = useZodForm({
    schema: form,
    initial: { name },
    send: (given) =>
      call(
        mailClone,
        { query: atLine(line), body: { id, isTemplate: true, name: given.name } },
        { tag: 'mail:saveAsTemplate', told: 'form' },
      ),
    onSent: () => {
      toast.success(t('templates.kept'))
      refreshMails()
      onClose()
    },
  })
  return (
    <Form form={state}>
      <TextField name="name" label={t('column.name')} isRequired isFirst />
      <FormActions submitLabel={t('saveAsTemplate')} onCancel={onClose} />
    </Form>
  )
}

/** Keeps a mail as a template under a name of its own; the mail stays what it is. */
export function openKeepAsTemplate(line: LineRef, name: string, id: string): void {
  openDialog(({ close }) => <KeepForm line={line} id={id} name={name} onClose={close} />, {
    title: textOf('mail', 'saveAsTemplate'),
    width: 440,
  })
}
