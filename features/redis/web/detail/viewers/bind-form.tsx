import { call } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import { Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { fitsGlob, saveViewer } from '../../../contract/index.ts'
import type { RedisBytes, ValueView } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { DialogForm } from '../edit/use-run.tsx'
import type { KeyPlace } from '../key-place.ts'
import { bytesOf } from '../model/bytes.ts'
import type { LineFormats } from './bound-views.ts'
import { viewName } from './view-names.ts'
import styles from './viewers-dialog.module.css'

/** A glob for names like this one: each number in it may be another. */
export function globLike(name: RedisBytes | null): string {
  if (typeof name !== 'string') return name === null ? '' : '*'
  return name.replaceAll(/[*?[\\]/g, String.raw`\$&`).replaceAll(/\d+/g, '*')
}

const encoder = new TextEncoder()
const fits = (pattern: string, name: RedisBytes): boolean => fitsGlob(encoder.encode(pattern), bytesOf(name))

/** Binds a view to the keys of a pattern, as the first of the line. */
export function BindForm(props: {
  place: KeyPlace
  field: RedisBytes | null
  view: ValueView
  formats: LineFormats
  onDone: () => void
  onClose: () => void
}): ReactNode {
  const { place, field, view, formats } = props
  const t = useRedisTexts()
  const [keyPattern, setKeyPattern] = useState(() => globLike(place.key))
  const [fieldPattern, setFieldPattern] = useState(() => globLike(field))
  const isOff =
    !fits(keyPattern, place.key) || (fieldPattern !== '' && field !== null && !fits(fieldPattern, field))
  const { compression, format, message, decoderId } = view
  return (
    <DialogForm
      action={t('viewers.save')}
      isDisabled={keyPattern === ''}
      run={async () => {
        await call(
          saveViewer,
          {
            body: {
              lineId: place.lineId,
              viewer: { keyPattern, fieldPattern, compression, format, message, decoderId },
              position: 0,
            },
          },
          { tag: 'redis:viewers.bind', told: 'form' },
        )
        props.onDone()
      }}
      onClose={props.onClose}
    >
      <p className={styles.hint}>
        {t('viewers.bindAs')} <Tag tone="theme">{viewName(view, formats, t)}</Tag>
      </p>
      <label className={styles.name}>
        {t('viewers.keyPattern')}
        <Input data-first-focus value={keyPattern} onChange={({ target }) => setKeyPattern(target.value)} />
      </label>
      <label className={styles.name}>
        {t('viewers.fieldPattern')}
        <Input value={fieldPattern} onChange={({ target }) => setFieldPattern(target.value)} />
      </label>
      <p className={styles.hint}>{t(isOff ? 'viewers.fitsNot' : 'viewers.patternHint')}</p>
    </DialogForm>
  )
}
