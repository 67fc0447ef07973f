import { useTexts } from '@qd/web-base'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { FormField } from '../form-field.tsx'
import { PasswordInput } from '../password-input.tsx'
import styles from '../text-input.module.css'
import '../texts.ts'

export interface NameAndPassword {
  username: string
  password: string
}

/** The first step of sign-in: user name and password. */
export function PasswordStep(props: {
  values: NameAndPassword
  onChange: (values: NameAndPassword) => void
  /** What the server said; stands at the password. */
  error: string | undefined
  isSending: boolean
  onSubmit: () => void
}): ReactNode {
  const t = useTexts('session')
  const { values, error } = props
  const [missing, setMissing] = useState<keyof NameAndPassword | null>(null)
  const [hasCapsLock, setCapsLock] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error !== undefined) passwordInput.current?.select()
  }, [error])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const empty = values.username.trim() === '' ? 'username' : values.password === '' ? 'password' : null
    setMissing(empty)
    if (empty === null) return props.onSubmit()
    return (empty === 'username' ? nameInput : passwordInput).current?.focus()
  }
  const change = (part: Partial<NameAndPassword>) => {
    setMissing(null)
    props.onChange({ ...values, ...part })
  }
  const missingText = (field: keyof NameAndPassword) => (missing === field ? t('login.missing') : undefined)
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormField label={t('login.username')} error={missingText('username')}>
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
            value={values.username}
            onChange={(event) => change({ username: event.target.value })}
          />
        )}
      </FormField>
      <FormField
        label={t('login.password')}
        error={missingText('password') ?? error ?? (hasCapsLock ? t('login.capsLock') : undefined)}
      >
        {(control) => (
          <PasswordInput
            {...control}
            ref={passwordInput}
            autoComplete="current-password"
            value={values.password}
            onChange={(password) => change({ password })}
            onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
          />
        )}
      </FormField>
      <Button type="primary" htmlType="submit" size="large" block loading={props.isSending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
