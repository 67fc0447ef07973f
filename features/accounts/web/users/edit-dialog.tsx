import { z } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Form, FormActions, SwitchField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { userUpdate } from '../../contract/index.ts'
import type { UserView } from '../../contract/index.ts'
import { useAccountsTexts } from '../texts.ts'

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  department: z.string().check(z.trim(), z.maxLength(64)),
  mustUseSecondFactor: z.boolean(),
})

interface EditProps {
  user: UserView
  onDone: () => void
  onClose: () => void
}

function EditForm({ user, onDone, onClose }: EditProps): ReactNode {
  const t = useAccountsTexts()
  const { name, department, mustUseSecondFactor } = user
  const form = useZodForm({
    schema,
    initial: { name, department, mustUseSecondFactor },
    send: (values) =>
      call(
        userUpdate,
        { body: { userId: user.id, ...values } },
        { tag: 'accounts:users.act.edit', told: 'form' },
      ),
    onSent: () => {
      onDone()
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField name="name" label={t('users.name')} isRequired isFirst />
      <TextField name="department" label={t('users.department')} />
      <SwitchField name="mustUseSecondFactor" label={t('users.mustUse')} help={t('users.mustUseHelp')} />
      <FormActions submitLabel={t('save')} onCancel={onClose} />
    </Form>
  )
}

export function openEditDialog(user: UserView, onDone: () => void): void {
  openDialog(({ close }) => <EditForm user={user} onDone={onDone} onClose={close} />, {
    title: textOf('accounts', 'users.editTitle', { name: user.name }),
    width: 460,
    isDismissible: false,
  })
}
