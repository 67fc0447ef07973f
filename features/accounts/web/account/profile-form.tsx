import { useSession, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Form, FormActions, SelectField, TextField, useZodForm } from '@qd/web-forms'
import { toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { getUserInfo } from '@qd/session/contract'
import { profileBody, saveProfile } from '../../contract/index.ts'
import '../texts.ts'

const SEXES = ['', 'female', 'male', 'other'] as const
type Sex = (typeof SEXES)[number]

/** Own basic information (S2.26). */
export function ProfileForm(props: { onSaved?: () => void; onCancel?: () => void }): ReactNode {
  const t = useTexts('accounts')
  const user = useSession((state) => state.userInfo)
  const form = useZodForm({
    schema: profileBody,
    initial: {
      name: user?.name ?? '',
      department: user?.department ?? '',
      phone: user?.phone ?? '',
      sex: (user?.sex ?? '') as Sex,
    },
    send: async (body) => {
      await call(saveProfile, { body }, { tag: 'accounts:account.profile', told: 'form' })
      return call(getUserInfo, {}, { tag: 'accounts:account.profile', told: 'form' })
    },
    onSent: (userInfo, values) => {
      useSession.getState().setUserInfo(userInfo)
      toast.success(t('account.saved'))
      form.reset(values)
      props.onSaved?.()
    },
  })
  const sexes = SEXES.map((value) => ({ value, label: t(`account.sexes.${value === '' ? 'none' : value}`) }))
  return (
    <Form form={form}>
      <TextField name="name" label={t('account.name')} autoComplete="name" isRequired />
      <TextField name="department" label={t('account.department')} autoComplete="organization" />
      <TextField name="phone" label={t('account.phone')} autoComplete="tel" />
      <SelectField name="sex" label={t('account.sex')} options={sexes} />
      <FormActions
        submitLabel={t('account.save')}
        {...(props.onCancel === undefined ? {} : { onCancel: props.onCancel })}
      />
    </Form>
  )
}
