import { goTo, safeRedirect, useEndReason, useSession, useSuspended, useTexts } from '@qd/web-base'
import { reportFailure, useSend } from '@qd/web-calls'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { login } from '../../contract/login.ts'
import { EntryFrame } from '../entry-frame.tsx'
import '../texts.ts'
import { CodeStep } from './code-step.tsx'
import { CompanyButton } from './company-button.tsx'
import form from './login-page.module.css'
import { PasswordStep } from './password-step.tsx'
import type { NameAndPassword } from './password-step.tsx'
import { SandboxAccounts } from './sandbox-accounts.tsx'
import { useEntryConfig } from './use-entry-config.ts'

/** What the way back from the identity provider may say. */
const FAULTS = ['oidc_failed', 'oidc_unknown_user', 'oidc_name_refused', 'oidc_expired'] as const

/** Why a session may have ended that was not left. */
const ENDS = {
  ended: 'login.ended.ended',
  password: 'login.ended.password',
  disabled: 'login.ended.disabled',
  second_factor: 'login.ended.factor',
  too_many: 'login.ended.tooMany',
} as const

/** Where somebody goes who signs in: to the pages that wait, if they are theirs, and not to those of another person. */
function wayAfter(userId: string, redirect: string | null): string {
  const { user } = useSuspended.getState()
  if (user === null) return safeRedirect(redirect)
  return user.userId === userId ? safeRedirect(user.from) : '/index'
}

const ABOUT_TYPED: ReadonlySet<number> = new Set([400, 401, 429])

/** Sign-in: back to where the operator came from, inside this console only. */
export default function LoginPage(): ReactNode {
  const t = useTexts('session')
  const [search] = useSearchParams()
  const config = useEntryConfig()
  const ended = useEndReason(({ reason }) =>
    reason === null ? null : (ENDS[reason as keyof typeof ENDS] ?? 'login.ended.expired'),
  )
  const waiting = useSuspended((state) => state.user)
  const [values, setValues] = useState<NameAndPassword>({ username: waiting?.username ?? '', password: '' })
  const [error, setError] = useState<string>()
  const [asksCode, setAsksCode] = useState(false)
  const send = useSend(login, { tag: 'session:login.submit', told: 'form' })
  const redirect = search.get('redirect')
  const fault = FAULTS.find((each) => each === search.get('fault'))

  const submit = (otp?: string) => {
    setError(undefined)
    const body = { username: values.username.trim(), password: values.password }
    send.mutate(
      { body: otp === undefined ? body : { ...body, otp } },
      {
        onSuccess: (session) => {
          // Before it is signed in: with that nobody waits any more.
          const way = wayAfter(session.userInfo.id, redirect)
          useSession.getState().signIn(session)
          goTo(way)
        },
        onError: (failure) => {
          if (failure.code === 'transport') return reportFailure(failure)
          if (failure.code === 'second_factor_required') return setAsksCode(true)
          // Somebody changed the password meanwhile: the first step has to be done again.
          if (failure.code === 'login_failed') setAsksCode(false)
          // What was typed is answered at the field; anything else says who asked for what.
          setError(ABOUT_TYPED.has(failure.httpStatus ?? 0) ? failure.message : failure.told)
        },
      },
    )
  }
  const change = (next: NameAndPassword) => {
    setValues(next)
    setError(undefined)
  }

  return (
    <EntryFrame title={t('login.title')} subtitle={t('login.subtitle')} version={config?.version}>
      {config?.setupOpen === true ? <p className={form.note}>{t('login.setupOpen')}</p> : null}
      {ended === null || asksCode ? null : (
        <p className={form.note} role="status">
          {t(ended)}
        </p>
      )}
      {waiting === null || asksCode ? null : (
        <p className={form.note}>{t('login.waiting', { username: waiting.username })}</p>
      )}
      {fault === undefined || asksCode ? null : (
        <p className={form.note} role="alert">
          {t(`login.faults.${fault}`)}
        </p>
      )}
      {asksCode ? (
        <CodeStep
          error={error}
          isSending={send.isPending}
          onCode={submit}
          onBack={() => {
            setAsksCode(false)
            setError(undefined)
          }}
        />
      ) : (
        <>
          <PasswordStep
            values={values}
            onChange={change}
            error={error}
            isSending={send.isPending}
            onSubmit={() => submit()}
          />
          <CompanyButton {...(redirect === null ? {} : { redirect })} />
          {config?.sandbox === true ? <SandboxAccounts onPick={change} /> : null}
        </>
      )}
    </EntryFrame>
  )
}
