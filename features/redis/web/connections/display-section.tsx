import { FieldFrame, TextField, TextListField } from '@qd/web-forms'
import { AutoComplete } from 'antd'
import type { ReactNode } from 'react'
import { MARK_COLOURS } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import styles from './connection-form.module.css'

function ColourField(): ReactNode {
  const t = useRedisTexts()
  return (
    <FieldFrame name="config.colour" label={t('connections.form.colour')}>
      {(field) => (
        <div role="radiogroup" aria-label={t('connections.form.colour')} className={styles.colours}>
          {MARK_COLOURS.map((colour) => (
            <label key={colour} className={styles.colour} data-colour={colour}>
              <input
                type="radio"
                name={field.id}
                aria-label={t(colour === '' ? 'connections.colours.none' : `connections.colours.${colour}`)}
                checked={field.value === colour}
                onChange={() => field.set(colour)}
              />
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

/** How it shows in the lists, and how its keys do. */
export function DisplaySection({ groups }: { groups: readonly string[] }): ReactNode {
  const t = useRedisTexts()
  return (
    <>
      <div className={styles.pair}>
        <FieldFrame name="config.group" label={t('connections.form.group')}>
          {(field, control) => (
            <AutoComplete
              {...control}
              className={styles.wide}
              options={groups.map((value) => ({ value }))}
              value={typeof field.value === 'string' ? field.value : ''}
              onChange={(value: string) => field.set(value)}
            />
          )}
        </FieldFrame>
        <TextListField
          name="config.tags"
          label={t('connections.form.tags')}
          placeholder={t('connections.form.listPlaceholder')}
        />
      </div>
      <ColourField />
      <TextListField
        name="config.separators"
        label={t('connections.form.separators')}
        help={t('connections.form.separatorsHint')}
        placeholder=":"
      />
      <TextField
        name="config.filter"
        label={t('connections.form.filter')}
        help={t('connections.form.filterHint')}
        placeholder="game:*"
        isMono
      />
    </>
  )
}
