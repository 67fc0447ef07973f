import { NumberField, SelectField, TextField, useForm } from '@qd/web-forms'
import type { ReactNode } from 'react'
import type { KeySelection, RedisConnection } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import { CONFLICTS, onlyKey } from './copy-target.ts'
import styles from './keys.module.css'

const nameLabel = (selection: KeySelection) => {
  if (onlyKey(selection) !== null) return 'transfer.copy.name'
  return selection.kind === 'prefix' ? 'transfer.copy.prefix' : 'transfer.copy.before'
}

/** Where copies go, what they are called, and what happens to keys that are there already. */
export function CopyFields(props: {
  selection: KeySelection
  targets: readonly RedisConnection[]
}): ReactNode {
  const t = useRedisTexts()
  const { targets, selection } = props
  const { connectionId } = useForm().values as { connectionId?: string }
  const isCluster = targets.find(({ id }) => id === connectionId)?.mode === 'cluster'
  const label = nameLabel(selection)
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          name="connectionId"
          label={t('transfer.copy.connection')}
          options={targets.map(({ id, name, lineId }) => ({ value: id, label: `${name} · ${lineId}` }))}
          isRequired
        />
        <NumberField
          name="db"
          label={t('transfer.copy.db')}
          help={isCluster ? t('transfer.copy.cluster') : undefined}
          isRequired
        />
      </div>
      <TextField name="name" label={t(label)} help={t(`${label}Help`)} isMono />
      <SelectField
        name="conflict"
        label={t('transfer.conflict.label')}
        options={CONFLICTS.map((value) => ({ value, label: t(`transfer.conflict.${value}`) }))}
      />
    </>
  )
}
