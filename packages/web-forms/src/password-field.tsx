import { Input } from 'antd'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-frame.tsx'

/** A password somebody types of their own; it can be shown to check it. A stored secret is a `SecretField`. */
export function PasswordField(
  props: FieldProps & { autoComplete: 'current-password' | 'new-password'; isFirst?: boolean },
): ReactNode {
  const t = useKitText()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Input
          {...control}
          type={isShown ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          data-first-focus={props.isFirst === true ? '' : undefined}
          suffix={
            <IconButton
              isSmall
              label={t(isShown ? 'form.hidePassword' : 'form.showPassword')}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
            </IconButton>
          }
          value={typeof field.value === 'string' ? field.value : ''}
          onChange={({ target }) => field.set(target.value)}
        />
      )}
    </FieldFrame>
  )
}
