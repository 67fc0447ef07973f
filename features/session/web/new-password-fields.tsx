import { useTexts } from '@qd/web-base'
import type { ReactNode } from 'react'
import { FormField } from './form-field.tsx'
import { PasswordInput } from './password-input.tsx'
import './texts.ts'

export interface NewPassword {
  password: string
  repeat: string
}

export type NewPasswordFault = { field: keyof NewPassword; fault: 'empty' | 'short' | 'differs' }

/** The first rule a new password breaks; null when it may be sent. */
export function newPasswordFault({ password, repeat }: NewPassword, min: number): NewPasswordFault | null {
  if (password === '') return { field: 'password', fault: 'empty' }
  if ([...password].length < min) return { field: 'password', fault: 'short' }
  return password === repeat ? null : { field: 'repeat', fault: 'differs' }
}

/** A password that is set without an old one, and its repetition. */
export function NewPasswordFields(props: {
  values: NewPassword
  /** Shortest password taken; said before it is typed. */
  min: number
  onChange: (values: NewPassword) => void
  errorOf: (field: keyof NewPassword) => string | undefined
}): ReactNode {
  const t = useTexts('session')
  const { values, onChange } = props
  return (['password', 'repeat'] as const).map((name) => (
    <FormField
      key={name}
      label={t(name === 'password' ? 'login.password' : 'password.again')}
      error={props.errorOf(name)}
      hint={name === 'password' ? t('setup.minimum', { min: props.min }) : undefined}
    >
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="new-password"
          value={values[name]}
          onChange={(value) => onChange({ ...values, [name]: value })}
        />
      )}
    </FormField>
  ))
}
