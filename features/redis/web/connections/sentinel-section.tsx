import { IconButton } from '@qd/web-controls'
import { NumberField, SecretField, TextField, useField } from '@qd/web-forms'
import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { DropSwitch } from './basic-section.tsx'
import type { SectionProps } from './basic-section.tsx'
import { NO_SENTINEL, SENTINEL_PORT } from './connection-draft.ts'
import styles from './connection-form.module.css'

const MOST_NODES = 20

/** Stands for all nodes: what is wrong with the list, and not with one of them, is said here. */
function NodesFault(): ReactNode {
  const { error } = useField('config.sentinel.nodes')
  return error === undefined ? null : (
    <p role="alert" className={styles.fault}>
      {error}
    </p>
  )
}

/** The sentinels that know where the master is; their user is not that of the master. */
export function SentinelSection({ draft, editing, set }: SectionProps): ReactNode {
  const t = useRedisTexts()
  const { nodes } = draft.config.sentinel ?? NO_SENTINEL
  const isStored = editing?.secrets.sentinelPassword === true
  const change = (next: unknown): void => set('config.sentinel.nodes', next)
  return (
    <>
      <TextField
        name="config.sentinel.master"
        label={t('connections.form.master')}
        help={t('connections.form.masterHint')}
        placeholder="mymaster"
        isMono
        isRequired
      />
      {nodes.map((_node, index) => (
        // eslint-disable-next-line react/no-array-index-key -- nodes have no name but their place
        <div key={index} className={styles.node}>
          <TextField
            name={`config.sentinel.nodes.${index}.host`}
            label={t('connections.form.sentinelHost', { number: index + 1 })}
            isMono
          />
          <NumberField name={`config.sentinel.nodes.${index}.port`} label={t('connections.form.port')} />
          <IconButton
            isSmall
            label={t('connections.form.removeSentinel', { number: index + 1 })}
            disabled={nodes.length === 1}
            onClick={() => change(nodes.filter((_each, at) => at !== index))}
          >
            <X size={13} aria-hidden />
          </IconButton>
        </div>
      ))}
      <NodesFault />
      <Button
        size="small"
        className={styles.add}
        icon={<Plus size={13} aria-hidden />}
        disabled={nodes.length >= MOST_NODES}
        onClick={() => change([...nodes, { host: '', port: SENTINEL_PORT }])}
      >
        {t('connections.form.addSentinel')}
      </Button>
      <div className={styles.pair}>
        <TextField name="config.sentinel.username" label={t('connections.form.sentinelUsername')} isMono />
        <SecretField
          name="secrets.sentinelPassword"
          label={t('connections.form.sentinelPassword')}
          isSet={isStored}
        />
      </div>
      <DropSwitch name="drops.sentinelPassword" isSet={isStored} label={t('connections.form.dropPassword')} />
    </>
  )
}
