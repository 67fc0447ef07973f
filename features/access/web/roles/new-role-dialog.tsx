import { z } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Form, FormActions, TextField, useZodForm } from '@qd/web-forms'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { roleSave } from '../../contract/index.ts'
import type { RoleView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  code: z.string().check(z.trim(), z.minLength(2), z.maxLength(64)),
})

interface NewRoleProps {
  /** Whose functions it starts with; `*` becomes all that there are. */
  codes: readonly string[]
  onSaved: (code: string) => void
  onClose: () => void
}

function NewRoleForm({ codes, onSaved, onClose }: NewRoleProps): ReactNode {
  const t = useAccessTexts()
  const form = useZodForm({
    schema,
    initial: { name: '', code: '' },
    send: (values) =>
      call(
        roleSave,
        { body: { ...values, codes: [...codes], version: 0 } },
        { tag: 'access:roles.new', told: 'form' },
      ),
    onSent: (_reply, { code }) => {
      onSaved(code)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField name="name" label={t('roles.name')} isRequired isFirst />
      <TextField name="code" label={t('roles.code')} help={t('roles.codeHelp')} isMono isRequired />
      <FormActions submitLabel={t('roles.create')} onCancel={onClose} />
    </Form>
  )
}

/** A role with nothing in it, or a copy of another. */
export function openNewRole(
  copied: { role: RoleView; name: string; allCodes: readonly string[] } | null,
  onSaved: (code: string) => void,
): void {
  const codes = copied === null ? [] : copied.role.codes.includes('*') ? copied.allCodes : copied.role.codes
  openDialog(({ close }) => <NewRoleForm codes={codes} onSaved={onSaved} onClose={close} />, {
    title:
      copied === null
        ? textOf('access', 'roles.new')
        : textOf('access', 'roles.copyOf', { name: copied.name }),
    width: 440,
    isDismissible: false,
  })
}
