import { useKitText } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { FieldControl } from './form-field.tsx'
import styles from './text-input.module.css'

export interface PasswordInputProps extends FieldControl {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
  onKeyUp?: (event: KeyboardEvent<HTMLInputElement>) => void
  ref?: Ref<HTMLInputElement>
}

/** A password on the pages before sign-in, which do without antd's inputs; elsewhere `PasswordField`. */
export function PasswordInput({ onChange, ...control }: PasswordInputProps): ReactNode {
  const [isShown, setShown] = useState(false)
  const t = useKitText()
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
        label={t(isShown ? 'form.hidePassword' : 'form.showPassword')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
      </IconButton>
    </div>
  )
}
