import { SecretField, SelectField, SwitchField, TextAreaField, TextField, NumberField } from '@qd/web-forms'
import { FieldFrame } from '@qd/web-forms'
import { SegmentedControl } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { REDIS_MODES } from '../../contract/index.ts'
import type { RedisConnection, RedisMode } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { TypedDraft } from './connection-draft.ts'
import { NO_SENTINEL } from './connection-draft.ts'
import styles from './connection-form.module.css'
import type { KnownLine } from './use-connections.ts'

export interface SectionProps {
  draft: TypedDraft
  /** The stored connection that is edited; null for a new one. */
  editing: RedisConnection | null
  set: (name: string, value: unknown) => void
}

/** A stored secret can be taken away, which leaving a box empty does not say. */
export function DropSwitch(props: { name: string; isSet: boolean; label: string }): ReactNode {
  return props.isSet ? <SwitchField name={props.name} label={props.label} /> : null
}

function ModeField({ draft, set }: SectionProps): ReactNode {
  const t = useRedisTexts()
  return (
    <FieldFrame name="config.mode" label={t('connections.form.mode')}>
      {(field) => (
        <div className={styles.mode}>
          <SegmentedControl<RedisMode>
            label={t('connections.form.mode')}
            value={field.value as RedisMode}
            segments={REDIS_MODES.map((value) => ({ value, label: t(`connections.modes.${value}`) }))}
            onChange={(mode) => {
              field.set(mode)
              if (mode === 'sentinel' && draft.config.sentinel === null) set('config.sentinel', NO_SENTINEL)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}

function Address({ draft }: SectionProps): ReactNode {
  const t = useRedisTexts()
  const { mode, socketPath } = draft.config
  if (mode === 'sentinel') return <p className={styles.hint}>{t('connections.form.sentinelHint')}</p>
  return (
    <>
      {socketPath === '' ? (
        <div className={styles.address}>
          <TextField
            name="config.host"
            label={t('connections.form.host')}
            placeholder="redis.example.org"
            isMono
            isRequired
          />
          <NumberField name="config.port" label={t('connections.form.port')} isRequired />
        </div>
      ) : null}
      {mode === 'standalone' ? (
        <TextField
          name="config.socketPath"
          label={t('connections.form.socketPath')}
          placeholder="/run/redis/redis.sock"
          help={socketPath === '' ? undefined : t('connections.form.socketHint')}
          isMono
        />
      ) : (
        <p className={styles.hint}>{t('connections.form.clusterHint')}</p>
      )}
    </>
  )
}

/** Which server it is, and who one is there. */
export function BasicSection(props: SectionProps & { lines: readonly KnownLine[] }): ReactNode {
  const t = useRedisTexts()
  const { draft, editing, lines } = props
  const { asksPassword } = draft.config
  const isStored = editing?.secrets.password === true
  return (
    <>
      <div className={styles.pair}>
        <TextField name="config.name" label={t('connections.form.name')} isRequired isFirst />
        <TextField name="config.customName" label={t('connections.form.customName')} />
      </div>
      <SelectField
        name="lineId"
        label={t('connections.form.line')}
        isRequired
        isDisabled={editing !== null}
        options={lines.map(({ lineId, name }) => ({ value: lineId, label: name }))}
      />
      <ModeField {...props} />
      <Address {...props} />
      <div className={styles.pair}>
        <TextField
          name="config.username"
          label={t('connections.form.username')}
          placeholder="default"
          isMono
        />
        <SecretField
          key={String(asksPassword)}
          name="secrets.password"
          label={t(asksPassword ? 'connections.form.passwordOnce' : 'connections.form.password')}
          isSet={isStored && !asksPassword}
        />
      </div>
      <div className={styles.switches}>
        <SwitchField name="config.asksPassword" label={t('connections.form.asksPassword')} />
        <DropSwitch
          name="drops.password"
          isSet={isStored && !asksPassword}
          label={t('connections.form.dropPassword')}
        />
      </div>
      <TextAreaField
        name="databaseNames"
        label={t('connections.form.databaseNames')}
        help={t('connections.form.databaseNamesHint')}
        placeholder={'0 = session\n1 = rank'}
        isMono
        rows={2}
      />
    </>
  )
}
