import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-frame.tsx'
import styles from './form.module.css'

/**
 * A secret goes in and never comes back: what is stored shows only as "set". The value stays undefined
 * until it is replaced.
 */
export function SecretField(props: FieldProps & { isSet: boolean; placeholder?: string }): ReactNode {
  const t = useKitText()
  const [isReplacing, setReplacing] = useState(!props.isSet)
  return (
    <FieldFrame {...props}>
      {(field, control) =>
        isReplacing ? (
          <div className={styles.secret}>
            <Input.Password
              {...control}
              className={styles.mono}
              placeholder={props.placeholder}
              autoComplete="new-password"
              value={typeof field.value === 'string' ? field.value : ''}
              onChange={({ target }) => field.set(target.value === '' ? undefined : target.value)}
            />
            {props.isSet ? (
              <Button
                onClick={() => {
                  field.set(undefined)
                  setReplacing(false)
                }}
              >
                {t('form.keep')}
              </Button>
            ) : null}
          </div>
        ) : (
          <div className={styles.secret}>
            <Tag tone="ok">{t('form.isSet')}</Tag>
            <Button
              id={control.id}
              aria-label={t('form.replace')}
              disabled={control.disabled}
              onClick={() => setReplacing(true)}
            >
              {t('form.replace')}
            </Button>
          </div>
        )
      }
    </FieldFrame>
  )
}
