import { goTo, useSession, useTexts } from '@qd/web-base'
import { useCall, useSend } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { acceptInvitation, getInvitation } from '../../contract/index.ts'
import type { InvitationState } from '../../contract/index.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { CompanyButton } from '../login/company-button.tsx'
import { NewPasswordFields, newPasswordFault } from '../new-password-fields.tsx'
import type { NewPassword } from '../new-password-fields.tsx'
import styles from '../text-input.module.css'
import '../texts.ts'

function PasswordForm({ code, state }: { code: string; state: InvitationState }): ReactNode {
  const t = useTexts('session')
  const [values, setValues] = useState<NewPassword>({ password: '', repeat: '' })
  const [fault, setFault] = useState<{ field: keyof NewPassword; text: string } | null>(null)
  const send = useSend(acceptInvitation, { tag: 'session:invitation.title', told: 'form' })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = newPasswordFault(values, state.passwordMin)
    const texts = {
      empty: t('password.empty'),
      short: t('setup.minimum', { min: state.passwordMin }),
      differs: t('password.differs'),
    }
    setFault(found === null ? null : { field: found.field, text: texts[found.fault] })
    if (found !== null) return
    send.mutate(
      { body: { code, password: values.password } },
      {
        onSuccess: (session) => {
          if (session !== null) useSession.getState().signIn(session)
          else toast.success(t('invitation.nowSignIn'))
          goTo(session === null ? '/login' : '/index')
        },
        onError: (error) => setFault({ field: 'password', text: error.message }),
      },
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      {/* Password managers keep the new password under this name. */}
      <input
        className={styles.unseen}
        autoComplete="username"
        value={state.username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <NewPasswordFields
        min={state.passwordMin}
        values={values}
        onChange={setValues}
        errorOf={(field) => (fault?.field === field ? fault.text : undefined)}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={send.isPending}>
        {t('invitation.submit')}
      </Button>
      {state.isInvitation ? <CompanyButton code={code} /> : null}
    </form>
  )
}

const CODE_MIN = 16

/** Behind the one-time link of an administrator: sets the first password, or a new one. */
export default function InvitationPage(): ReactNode {
  const t = useTexts('session')
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  const isWhole = code.length >= CODE_MIN
  const state = useCall(getInvitation, isWhole ? { body: { code } } : null, {
    tag: 'session:invitation.title',
    told: 'inline',
  })
  const { data } = state
  const isReset = data?.isOpen === true && !data.isInvitation
  const subtitle = data?.isOpen === true ? t('invitation.subtitle', { username: data.username }) : ''
  return (
    <EntryFrame title={t(isReset ? 'invitation.titleReset' : 'invitation.title')} subtitle={subtitle}>
      {!isWhole || data?.isOpen === false ? (
        <EmptyState
          title={t('invitation.closed')}
          hint={t('invitation.closedHint')}
          action={<Button onClick={() => goTo('/login')}>{t('setup.toLogin')}</Button>}
        />
      ) : state.isError ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : data === undefined ? (
        <LoadingRows rows={4} />
      ) : (
        <PasswordForm code={code} state={data} />
      )}
    </EntryFrame>
  )
}
