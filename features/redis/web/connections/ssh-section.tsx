import { IconButton } from '@qd/web-controls'
import { NumberField, SecretField, SelectField, TextField, useField } from '@qd/web-forms'
import { Button } from 'antd'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { SSH_HOPS_MAX } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { SectionProps } from './basic-section.tsx'
import { NEW_HOP } from './connection-draft.ts'
import type { TypedDraft } from './connection-draft.ts'
import styles from './connection-form.module.css'
import { KeyField } from './key-field.tsx'

const WAYS = ['key', 'password', 'agent'] as const

/** The places of the hops in a new order; null stands for one that is added. */
function withHops(draft: TypedDraft, places: readonly (number | null)[]): TypedDraft {
  const { config, secrets, storedHops } = draft
  return {
    ...draft,
    config: {
      ...config,
      ssh: places.map((place) => (place === null ? NEW_HOP : (config.ssh[place] ?? NEW_HOP))),
    },
    secrets: {
      ...secrets,
      ssh: places.map((place) => (place === null ? {} : (secrets.ssh?.[place] ?? {}))),
    },
    storedHops: places.map((place) => (place === null ? null : (storedHops[place] ?? null))),
  }
}

function HopSecrets({ index, draft, editing }: SectionProps & { index: number }): ReactNode {
  const t = useRedisTexts()
  const { auth } = draft.config.ssh[index] ?? NEW_HOP
  const storedAt = draft.storedHops[index] ?? null
  const stored = storedAt === index ? editing?.secrets.ssh[index] : undefined
  const isMoved = storedAt !== null && storedAt !== index
  return (
    <>
      {isMoved && auth !== 'agent' ? <p className={styles.hint}>{t('connections.form.hopMoved')}</p> : null}
      {auth === 'password' ? (
        <SecretField
          key={String(stored?.password)}
          name={`secrets.ssh.${index}.password`}
          label={t('connections.form.password')}
          isSet={stored?.password === true}
        />
      ) : null}
      {auth === 'key' ? (
        <>
          <KeyField
            key={String(stored?.privateKey)}
            name={`secrets.ssh.${index}.privateKey`}
            label={t('connections.form.privateKey')}
            help={t('connections.form.privateKeyHint')}
            holds="privateKey"
            isSet={stored?.privateKey === true}
          />
          <SecretField
            key={`${stored?.passphrase} phrase`}
            name={`secrets.ssh.${index}.passphrase`}
            label={t('connections.form.passphrase')}
            isSet={stored?.passphrase === true}
          />
        </>
      ) : null}
      {auth === 'agent' ? <p className={styles.hint}>{t('connections.form.agentHint')}</p> : null}
    </>
  )
}

interface HopProps extends SectionProps {
  index: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function Hop(props: HopProps): ReactNode {
  const t = useRedisTexts()
  const { index, draft, onMove, onRemove } = props
  const count = draft.config.ssh.length
  const number = index + 1
  const path = `config.ssh.${index}`
  return (
    <fieldset className={styles.hop}>
      <legend>{t('connections.form.hop', { number })}</legend>
      <div className={styles.hopActions}>
        <IconButton
          isSmall
          label={t('connections.form.hopUp', { number })}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={13} aria-hidden />
        </IconButton>
        <IconButton
          isSmall
          label={t('connections.form.hopDown', { number })}
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={13} aria-hidden />
        </IconButton>
        <IconButton isSmall label={t('connections.form.removeHop', { number })} onClick={onRemove}>
          <X size={13} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.address}>
        <TextField name={`${path}.host`} label={t('connections.form.host')} isMono isRequired />
        <NumberField name={`${path}.port`} label={t('connections.form.port')} isRequired />
      </div>
      <div className={styles.pair}>
        <TextField name={`${path}.username`} label={t('connections.form.sshUser')} isMono isRequired />
        <SelectField
          name={`${path}.auth`}
          label={t('connections.form.sshAuth')}
          options={WAYS.map((value) => ({ value, label: t(`connections.form.auth.${value}`) }))}
        />
      </div>
      <HopSecrets {...props} />
      <TextField
        name={`${path}.hostKey`}
        label={t('connections.form.hostKey')}
        help={t('connections.form.hostKeyHint')}
        placeholder="SHA256:…"
        isMono
      />
    </fieldset>
  )
}

/** The way through SSH servers, one after the other. */
export function SshSection(props: SectionProps & { onDraft: (draft: TypedDraft) => void }): ReactNode {
  const t = useRedisTexts()
  const { draft, onDraft } = props
  const { error } = useField('config.ssh')
  const places = draft.config.ssh.map((_hop, index) => index)
  const move = (index: number, by: -1 | 1): void => {
    const next = places.filter((place) => place !== index)
    next.splice(index + by, 0, index)
    onDraft(withHops(draft, next))
  }
  return (
    <>
      <p className={styles.hint}>{t('connections.form.sshHint')}</p>
      {places.map((index) => (
        <Hop
          key={`${draft.storedHops[index]} ${index}`}
          {...props}
          index={index}
          onMove={(by) => move(index, by)}
          onRemove={() =>
            onDraft(
              withHops(
                draft,
                places.filter((place) => place !== index),
              ),
            )
          }
        />
      ))}
      {error === undefined ? null : (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      )}
      <Button
        size="small"
        className={styles.add}
        icon={<Plus size={13} aria-hidden />}
        disabled={places.length >= SSH_HOPS_MAX}
        onClick={() => onDraft(withHops(draft, [...places, null]))}
      >
        {t('connections.form.addHop')}
      </Button>
    </>
  )
}
