import { FieldFrame, TextField } from '@qd/web-forms'
import { Switch } from 'antd'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { DropSwitch } from './basic-section.tsx'
import type { SectionProps } from './basic-section.tsx'
import { USUAL_TLS } from './connection-draft.ts'
import styles from './connection-form.module.css'
import { KeyField } from './key-field.tsx'

/** Encryption: the certificate of the server is always verified. */
export function TlsSection({ draft, editing }: SectionProps): ReactNode {
  const t = useRedisTexts()
  const isOn = draft.config.tls !== null
  const isStored = editing?.secrets.tlsKey === true
  return (
    <>
      <FieldFrame name="config.tls" label={t('connections.form.useTls')} help={t('connections.form.tlsHint')}>
        {(field, control) => (
          <Switch
            {...control}
            className={styles.switch}
            checked={isOn}
            onChange={(isWanted) => field.set(isWanted ? USUAL_TLS : null)}
          />
        )}
      </FieldFrame>
      {isOn ? (
        <>
          <TextField
            name="config.tls.servername"
            label={t('connections.form.servername')}
            help={t('connections.form.servernameHint')}
            isMono
          />
          <KeyField
            name="config.tls.ca"
            label={t('connections.form.ca')}
            help={t('connections.form.caHint')}
            holds="certificate"
          />
          <KeyField name="config.tls.cert" label={t('connections.form.cert')} holds="certificate" />
          <KeyField
            name="secrets.tlsKey"
            label={t('connections.form.tlsKey')}
            holds="privateKey"
            isSet={isStored}
          />
          <DropSwitch name="drops.tlsKey" isSet={isStored} label={t('connections.form.dropKey')} />
        </>
      ) : null}
    </>
  )
}
