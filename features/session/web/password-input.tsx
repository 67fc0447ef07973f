import { IconButton, useTexts } from '@qd/web-kit'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { FieldControl } from './form-field.tsx'
import styles from './text-input.module.css'
import './texts.ts'

export interface PasswordInputProps extends FieldControl {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
  onKeyUp?: (event: KeyboardEvent<HTMLInputElement>) => void
  ref?: Ref<HTMLInputElement>
}

/** A password that can be shown to check what was typed. */
export function PasswordInput({ onChange, ...control }: PasswordInputProps): ReactNode {
  const [isShown, setShown] = useState(false)
  const t = useTexts('session')
  return (
    <div className={styles.wrap}>
      <input
        {...control}
        className={styles.input}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton
        className={styles.reveal}
        label={isShown ? t('login.hidePassword') : t('login.showPassword')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
      </IconButton>
    </div>
  )
}
