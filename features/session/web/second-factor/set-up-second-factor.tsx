import { useTexts } from '@qd/web-base'
import { useSend } from '@qd/web-calls'
import { CopyButton } from '@qd/web-frame'
import { Button, QRCode } from 'antd'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { confirmSecondFactor } from '../../contract/index.ts'
import { FormField } from '../form-field.tsx'
import text from '../text-input.module.css'
import '../texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-factor.module.css'
import { StartAtOnce } from './start-at-once.tsx'

const QR_PIXELS = 176

export interface Secret {
  secret: string
  address: string
}

function ConfirmCode(props: Secret & { onCodes: (codes: string[]) => void }): ReactNode {
  const t = useTexts('session')
  const [code, setCode] = useState('')
  const confirm = useSend(confirmSecondFactor, { tag: 'session:factor.title', told: 'form' })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const typed = code.trim()
    if (typed === '') return
    confirm.mutate(
      { body: { code: typed } },
      { onSuccess: ({ recoveryCodes }) => props.onCodes(recoveryCodes) },
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate className={styles.steps}>
      <p className={styles.hint}>{t('factor.scan')}</p>
      <div className={styles.picture} role="img" aria-label={t('factor.qr')}>
        <span aria-hidden>
          <QRCode
            type="svg"
            value={props.address}
            size={QR_PIXELS}
            bordered={false}
            color="#000"
            bgColor="#fff"
          />
        </span>
      </div>
      <div className={styles.secret}>
        <span>{t('factor.key')}</span>
        <code>{props.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={props.secret} label={t('factor.copyKey')} />
      </div>
      <FormField label={t('factor.code')} error={confirm.error?.message}>
        {(control) => (
          <input
            {...control}
            className={`${text.input} ${styles.code}`}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the step has one task
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </FormField>
      <Button type="primary" htmlType="submit" block loading={confirm.isPending}>
        {t('factor.confirm')}
      </Button>
    </form>
  )
}

/** Picture and key, a code to prove it, then the recovery codes. Without a secret it fetches one. */
export function SetUpSecondFactor(props: { secret?: Secret; onDone: () => void }): ReactNode {
  const [secret, setSecret] = useState(props.secret ?? null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={props.onDone} />
  if (secret !== null) return <ConfirmCode {...secret} onCodes={setCodes} />
  return <StartAtOnce onSecret={setSecret} />
}
