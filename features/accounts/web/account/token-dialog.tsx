import { textOf, useKitText, useSession, useTexts } from '@qd/web-base'
import { call, queryClient, queryKeyOf, useScope } from '@qd/web-calls'
import {
  Form,
  FormActions,
  MultiSelectField,
  PasswordField,
  SelectField,
  TextField,
  useZodForm,
} from '@qd/web-forms'
import { CopyText, DialogActions, openDialog } from '@qd/web-frame'
import type { SessionUser } from '@qd/web-base'
import { ENVIRONMENTS, z } from '@qd/contract-kit'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { createToken, listTokens, tokenName as tokenNameSchema } from '../../contract/index.ts'
import '../texts.ts'
import { codesOf, ownCodes, placesFor } from './token-rights.ts'

const DAY_MS = 86_400_000
const DAYS = [7, 30, 90, 365] as const

const schema = z.object({
  tokenName: tokenNameSchema,
  days: z.number(),
  scope: z.string(),
  environment: z.enum(['*', ...ENVIRONMENTS]),
  rights: z.enum(['all', 'read', 'chosen']),
  chosen: z.array(z.string()),
  alone: z.enum(['no', 'yes']),
  password: z.string(),
})

function send(values: z.output<typeof schema>, own: readonly string[]) {
  const { tokenName, days, scope, environment, rights, chosen, alone, password } = values
  const body = {
    tokenName,
    expiresAt: Date.now() + days * DAY_MS,
    grants: [{ scope, environment, codes: codesOf(rights, own, chosen) }],
    // In place of the password the call asks for a step-up proof.
    ...(alone === 'yes' ? { actsAlone: true } : { password }),
  }
  return call(createToken, { body }, { tag: 'accounts:tokens.create', told: 'form' })
}

function NewTokenForm(props: {
  user: SessionUser
  onToken: (token: string) => void
  onCancel: () => void
}): ReactNode {
  const t = useTexts('accounts')
  const kit = useKitText()
  const selection = useScope()
  const own = ownCodes(props.user)
  const form = useZodForm({
    schema,
    initial: {
      tokenName: '',
      days: 30,
      scope: '*',
      environment: '*',
      rights: 'read',
      chosen: [],
      alone: 'no',
      password: '',
    },
    send: (values) => send(values, own),
    onSent: ({ token }) => props.onToken(token),
  })
  const places = placesFor(props.user, selection)
  const rights = (['read', 'all', 'chosen'] as const).map((value) => ({
    value,
    label: t(`tokens.rightsOf.${value}`),
  }))
  return (
    <Form form={form}>
      <TextField
        name="tokenName"
        label={t('tokens.name')}
        placeholder={t('tokens.namePlaceholder')}
        isFirst
        isRequired
      />
      <SelectField
        name="days"
        label={t('tokens.expiry')}
        options={DAYS.map((days) => ({ value: days, label: t(`tokens.days${days}`) }))}
      />
      <SelectField
        name="scope"
        label={t('tokens.place')}
        options={places.map((value) => ({ value, label: value === '*' ? t('tokens.everywhere') : value }))}
      />
      <SelectField
        name="environment"
        label={t('tokens.environment')}
        options={[
          { value: '*', label: t('tokens.anyEnvironment') },
          ...ENVIRONMENTS.map((value) => ({ value, label: kit(`environment.${value}`) })),
        ]}
      />
      <SelectField name="rights" label={t('tokens.rights')} options={rights} />
      {form.values.rights === 'chosen' ? (
        <MultiSelectField
          name="chosen"
          label={t('tokens.choose')}
          options={own.map((code) => ({ value: code, label: code }))}
        />
      ) : null}
      <SelectField
        name="alone"
        label={t('tokens.alone')}
        help={t('tokens.aloneHint')}
        options={(['no', 'yes'] as const).map((value) => ({ value, label: t(`tokens.aloneOf.${value}`) }))}
      />
      {props.user.hasPassword && form.values.alone === 'no' ? (
        <PasswordField
          name="password"
          label={t('tokens.password')}
          autoComplete="current-password"
          isRequired
        />
      ) : null}
      <FormActions submitLabel={t('tokens.create')} onCancel={props.onCancel} />
    </Form>
  )
}

function ShownOnce(props: { token: string; onClose: () => void }): ReactNode {
  const t = useTexts('accounts')
  const kit = useKitText()
  return (
    <>
      <p>{t('tokens.shownOnce')}</p>
      <CopyText text={props.token} label={t('tokens.copy')} />
      <DialogActions>
        <Button type="primary" onClick={props.onClose}>
          {kit('close')}
        </Button>
      </DialogActions>
    </>
  )
}

function NewToken({ close }: { close: () => void }): ReactNode {
  const user = useSession((state) => state.userInfo)
  const [token, setToken] = useState<string | null>(null)
  if (token !== null) return <ShownOnce token={token} onClose={close} />
  return user === null ? null : <NewTokenForm user={user} onToken={setToken} onCancel={close} />
}

/** A new API token; shown once, after it was made. */
export function openTokenDialog(): void {
  openDialog(({ close }) => <NewToken close={close} />, {
    title: textOf('accounts', 'tokens.create'),
    width: 480,
    isDismissible: false,
    onClose: () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(listTokens) }),
  })
}
