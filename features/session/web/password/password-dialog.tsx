import {
  ConfirmButton,
  DialogActions,
  openDialog,
  textOf,
  toast,
  useKitText,
  useSend,
  useTexts,
} from '@qd/web-kit'
import { Button } from 'antd'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { changePassword } from '../../contract/index.ts'
import { FormField } from '../form-field.tsx'
import { PasswordInput } from '../password-input.tsx'
import '../texts.ts'
import { passwordFault } from './check-password.ts'
import type { PasswordFields } from './check-password.ts'

interface Fault {
  field: keyof PasswordFields
  text: string
}

const FIELDS = ['old', 'new', 'repeat'] as const
const AUTOCOMPLETE = { old: 'current-password', new: 'new-password', repeat: 'new-password' } as const

function PasswordForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('session')
  const kit = useKitText()
  const [fields, setFields] = useState<PasswordFields>({ old: '', new: '', repeat: '' })
  const [fault, setFault] = useState<Fault | null>(null)
  const send = useSend(changePassword, { silent: true })

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = passwordFault(fields)
    if (found !== null) return setFault({ field: found.field, text: t(`password.${found.fault}`) })
    setFault(null)
    send.mutate(
      { body: { password: fields.new, oldPassword: fields.old } },
      {
        onSuccess: () => {
          toast.success(t('password.done'))
          onClose()
        },
        onError: (error) =>
          setFault({ field: error.code === 'password_old_wrong' ? 'old' : 'new', text: error.message }),
      },
    )
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      {FIELDS.map((name) => (
        <FormField
          key={name}
          label={t(`password.${name}`)}
          error={fault?.field === name ? fault.text : undefined}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete={AUTOCOMPLETE[name]}
              autoFocus={name === 'old'}
              value={fields[name]}
              onChange={(value) => setFields({ ...fields, [name]: value })}
            />
          )}
        </FormField>
      ))}
      <p style={{ color: 'var(--qd-text-2)', fontSize: 12 }}>{t('password.others')}</p>
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton htmlType="submit" loading={send.isPending}>
          {t('password.save')}
        </ConfirmButton>
      </DialogActions>
    </form>
  )
}

/** Own password, in a dialog (S2.28). */
export function openPasswordDialog(): void {
  openDialog(({ close }) => <PasswordForm onClose={close} />, {
    tab: null,
    title: textOf('session', 'password.title'),
    width: 400,
  })
}
