import { goTo, safeRedirect, toast, useSend, useSession, useTexts } from '@qd/web-kit'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { login } from '../../contract/login.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { FormField } from '../form-field.tsx'
import { PasswordInput } from '../password-input.tsx'
import styles from '../text-input.module.css'
import '../texts.ts'
import form from './login-page.module.css'
import { SandboxAccounts } from './sandbox-accounts.tsx'
import { useEntryConfig } from './use-entry-config.ts'

interface Fault {
  field: 'username' | 'password'
  text: string
}

/** Sign-in: back to where the operator came from, inside this console only. */
export default function LoginPage(): ReactNode {
  const t = useTexts('session')
  const [search] = useSearchParams()
  const config = useEntryConfig()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const [hasCapsLock, setCapsLock] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const send = useSend(login, { silent: true })

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() === '' || password === '') {
      const isName = username.trim() === ''
      setFault({ field: isName ? 'username' : 'password', text: t('login.missing') })
      return (isName ? nameInput : passwordInput).current?.focus()
    }
    setFault(null)
    send.mutate(
      { body: { username: username.trim(), password } },
      {
        onSuccess: (session) => {
          useSession.getState().signIn(session)
          goTo(safeRedirect(search.get('redirect')))
        },
        onError: (error) => {
          if (error.code === 'transport') return toast.transport(error.message)
          setFault({ field: 'password', text: error.message })
          passwordInput.current?.select()
        },
      },
    )
  }
  const fill = (account: { username: string; password: string }) => {
    setUsername(account.username)
    setPassword(account.password)
    setFault(null)
    passwordInput.current?.focus()
  }
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const errorOf = (field: Fault['field']) => (fault?.field === field ? fault.text : undefined)

  return (
    <EntryFrame title={t('login.title')} subtitle={t('login.subtitle')} version={config?.version}>
      {config?.setupOpen === true ? <p className={form.note}>{t('login.setupOpen')}</p> : null}
      <form onSubmit={onSubmit} noValidate>
        <FormField label={t('login.username')} error={errorOf('username')}>
          {(control) => (
            <input
              {...control}
              ref={nameInput}
              className={styles.input}
              name="username"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the page has one task
              autoFocus
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </FormField>
        <FormField
          label={t('login.password')}
          error={errorOf('password') ?? (hasCapsLock ? t('login.capsLock') : undefined)}
        >
          {(control) => (
            <PasswordInput
              {...control}
              ref={passwordInput}
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              onKeyUp={noteCapsLock}
            />
          )}
        </FormField>
        <Button type="primary" htmlType="submit" size="large" block loading={send.isPending}>
          {t('login.submit')}
        </Button>
      </form>
      {config?.sandbox === true ? <SandboxAccounts onPick={fill} /> : null}
    </EntryFrame>
  )
}
