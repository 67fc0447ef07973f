import { Tag } from '@qd/web-controls'
import { FieldFrame } from '@qd/web-forms'
import type { FieldProps, FieldState } from '@qd/web-forms'
import { FileButton } from '@qd/web-frame'
import { useKitText } from '@qd/web-base'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import styles from './connection-form.module.css'
import { isPrivateKey, keyKindOf } from './private-key.ts'

/** As the contract takes it. */
const KEY_BYTES = 65_536

interface KeyFieldProps extends FieldProps {
  /** A key goes in and never comes back; a certificate is shown. */
  holds: 'privateKey' | 'certificate'
  /** Something is stored already. */
  isSet?: boolean
}

/** Chooses a file; one the browser may no longer read is said so, because choosing it again repairs that (S5.08). */
function ChooseFile({ field, onLost }: { field: FieldState; onLost: (isLost: boolean) => void }): ReactNode {
  const t = useRedisTexts()
  const read = async (file: File): Promise<void> => {
    try {
      field.set(await file.text())
      onLost(false)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      onLost(true)
    }
  }
  return (
    <FileButton
      size="small"
      label={t('connections.key.choose')}
      // Keys of OpenSSH have no extension.
      accept=""
      mostBytes={KEY_BYTES}
      onFile={read}
    />
  )
}

function KindNote({ text, holds }: { text: string; holds: KeyFieldProps['holds'] }): ReactNode {
  const t = useRedisTexts()
  if (text.trim() === '') return null
  const kind = keyKindOf(text)
  const asWanted =
    holds === 'certificate' ? (kind === 'certificate' ? kind : null) : isPrivateKey(kind) ? kind : null
  if (asWanted !== null) {
    return (
      <span className={styles.kind} data-right={true}>
        {t(`connections.key.kind.${asWanted}`)}
      </span>
    )
  }
  return (
    <span className={styles.kind} data-right={false} role="alert">
      {t(`connections.key.wrong.${kind}`)}
    </span>
  )
}

/** A key or certificate: chosen as a file or pasted. */
export function KeyField(props: KeyFieldProps): ReactNode {
  const t = useRedisTexts()
  const kit = useKitText()
  const { holds, isSet = false } = props
  const [isReplacing, setReplacing] = useState(!isSet)
  const [isLost, setLost] = useState(false)
  return (
    <FieldFrame {...props}>
      {(field, control) => {
        const text = typeof field.value === 'string' ? field.value : ''
        if (!isReplacing) {
          return (
            <div className={styles.stored}>
              <Tag tone="ok">{kit('form.isSet')}</Tag>
              <Button id={control.id} size="small" onClick={() => setReplacing(true)}>
                {kit('form.replace')}
              </Button>
            </div>
          )
        }
        const keep = (): void => {
          field.set(undefined)
          setReplacing(false)
        }
        return (
          <>
            <Input.TextArea
              {...control}
              className={styles.pem}
              autoComplete="off"
              spellCheck={false}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder={`-----BEGIN ${holds === 'certificate' ? 'CERTIFICATE' : 'OPENSSH PRIVATE KEY'}-----`}
              value={text}
              onChange={({ target }) =>
                field.set(target.value === '' && holds === 'privateKey' ? undefined : target.value)
              }
            />
            <div className={styles.keyActions}>
              <ChooseFile field={field} onLost={setLost} />
              {isSet ? (
                <Button size="small" onClick={keep}>
                  {kit('form.keep')}
                </Button>
              ) : null}
              <KindNote text={text} holds={holds} />
            </div>
            {isLost ? (
              <p role="alert" className={styles.lost}>
                {t('connections.key.lost')}
              </p>
            ) : null}
          </>
        )
      }}
    </FieldFrame>
  )
}
