import { goTo, useTexts } from '@qd/web-base'
import { useCall, useSend } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { setup, setupState } from '../../contract/setup.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { FormField } from '../form-field.tsx'
import { NewPasswordFields, newPasswordFault } from '../new-password-fields.tsx'
import styles from '../text-input.module.css'
import '../texts.ts'

type Field = 'username' | 'password' | 'repeat'

function SetupForm({ code, passwordMin }: { code: string; passwordMin: number }): ReactNode {
  const t = useTexts('session')
  const [values, setValues] = useState({ username: '', password: '', repeat: '' })
  const [fault, setFault] = useState<{ field: Field; text: string } | null>(null)
  const send = useSend(setup, { tag: 'session:setup.title', told: 'form' })
  const check = (): { field: Field; text: string } | null => {
    if (values.username.trim().length < 2) return { field: 'username', text: t('setup.usernameShort') }
    const found = newPasswordFault(values, passwordMin)
    const texts = {
      empty: t('password.empty'),
      short: t('setup.minimum', { min: passwordMin }),
      differs: t('password.differs'),
    }
    return found && { field: found.field, text: texts[found.fault] }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setFault(found)
    if (found !== null) return
    send.mutate(
      { body: { code, username: values.username.trim(), password: values.password } },
      {
        onSuccess: () => {
          toast.success(t('setup.done'))
          goTo('/login')
        },
        onError: (error) =>
          setFault({ field: error.field === 'username' ? 'username' : 'password', text: error.message }),
      },
    )
  }
  const errorOf = (field: Field) => (fault?.field === field ? fault.text : undefined)
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormField label={t('login.username')} error={errorOf('username')}>
        {(control) => (
          <input
            {...control}
            className={styles.input}
            autoComplete="username"
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the page has one task
            autoFocus
            value={values.username}
            onChange={(event) => setValues({ ...values, username: event.target.value })}
          />
        )}
      </FormField>
      <NewPasswordFields
        min={passwordMin}
        values={values}
        onChange={(next) => setValues({ ...values, ...next })}
        errorOf={errorOf}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={send.isPending}>
        {t('setup.submit')}
      </Button>
    </form>
  )
}

const CODE_MIN = 16

/** The first administrator, by the one-time link the program prints at its first start. */
export default function SetupPage(): ReactNode {
  const t = useTexts('session')
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  const isWhole = code.length >= CODE_MIN
  const state = useCall(setupState, isWhole ? { body: { code } } : null, {
    tag: 'session:setup.title',
    told: 'inline',
  })
  const isClosed = !isWhole || state.data?.open === false
  return (
    <EntryFrame title={t('setup.title')} subtitle={t('setup.subtitle')}>
      {isClosed ? (
        <EmptyState
          title={t('setup.closed')}
          hint={t('setup.closedHint')}
          action={<Button onClick={() => goTo('/login')}>{t('setup.toLogin')}</Button>}
        />
      ) : state.isError ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : state.data === undefined ? (
        <LoadingRows rows={5} />
      ) : (
        <SetupForm code={code} passwordMin={state.data.passwordMin} />
      )}
    </EntryFrame>
  )
}
