import { z } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Form, FormActions, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { mailAddress, mailBegin, mailConfirm } from '../../contract/index.ts'
import { useNotificationsTexts } from '../texts.ts'

const addressForm = z.object({ address: mailAddress })
const codeForm = z.object({ mailCode: z.string().check(z.trim(), z.regex(/^\d{6}$/)) })

interface DialogProps {
  close: () => void
  onChanged: () => void
}

function AddressForm({ close, onChanged }: DialogProps): ReactNode {
  const t = useNotificationsTexts()
  const form = useZodForm({
    schema: addressForm,
    initial: { address: '' },
    send: (body) => call(mailBegin, { body }, { tag: 'notifications:settings.sendCode', told: 'form' }),
    onSent: (_reply, { address }) => {
      onChanged()
      close()
      openCodeDialog(address, onChanged)
    },
  })
  return (
    <Form form={form}>
      <TextField
        name="address"
        label={t('settings.address')}
        help={t('settings.addressHelp')}
        placeholder="name@example.org"
        isRequired
        isFirst
      />
      <FormActions submitLabel={t('settings.sendCode')} onCancel={close} />
    </Form>
  )
}

function CodeForm({ address, close, onChanged }: DialogProps & { address: string }): ReactNode {
  const t = useNotificationsTexts()
  const form = useZodForm({
    schema: codeForm,
    initial: { mailCode: '' },
    send: (body) => call(mailConfirm, { body }, { tag: 'notifications:settings.typeCode', told: 'form' }),
    onSent: () => {
      toast.success(t('settings.mailSet', { address }))
      onChanged()
      close()
    },
  })
  return (
    <Form form={form}>
      <p>{t('settings.codeSent', { address })}</p>
      <TextField name="mailCode" label={t('settings.code')} isRequired isFirst isMono />
      <FormActions submitLabel={t('settings.confirmCode')} onCancel={close} />
    </Form>
  )
}

/** Asks for the code that was sent to an address. */
export function openCodeDialog(address: string, onChanged: () => void): void {
  openDialog(({ close }) => <CodeForm address={address} close={close} onChanged={onChanged} />, {
    title: textOf('notifications', 'settings.typeCode'),
    width: 420,
    isDismissible: false,
  })
}

/** Asks for an address and has a code sent there. */
export function openMailDialog(onChanged: () => void): void {
  openDialog(({ close }) => <AddressForm close={close} onChanged={onChanged} />, {
    title: textOf('notifications', 'settings.addMail'),
    width: 420,
    isDismissible: false,
  })
}
