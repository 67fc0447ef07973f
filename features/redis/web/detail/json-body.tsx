import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { openConfirm } from '@qd/web-frame'
import { redisText, useRedisTexts } from '../texts.ts'
import { sendFormEdit } from './edit/changes.ts'
import type { DraftTarget } from './edit/save-value.ts'
import { useValue } from './edit/use-value.ts'
import type { ShownValue } from './edit/use-value.ts'
import { ValuePanel } from './edit/value-panel.tsx'
import type { KeyPlace } from './key-place.ts'
import type { ValuePlace } from './key-queries.ts'
import { utf8Of } from './model/bytes.ts'
import { onlyMatch } from './model/json-path.ts'
import { keyPattern } from './model/key-pattern.ts'
import styles from './rows/rows.module.css'

const ROOT = '$'

/** A path with `$` answers a list of all that fits: the one in it is the value; several are only looked at. */
function unwrapped(path: string, value: ShownValue): { value: ShownValue; isOne: boolean } {
  if (!path.startsWith(ROOT) || !value.isWhole) return { value, isOne: value.isWhole }
  const only = onlyMatch(utf8Of(value.bytes) ?? '')
  if (only === null) return { value, isOne: false }
  const bytes = new TextEncoder().encode(only)
  return { value: { ...value, bytes, total: bytes.length }, isOne: true }
}

function askRemove(place: KeyPlace, path: string, expect: string): void {
  openConfirm({
    title: redisText('detail.removePath'),
    text: redisText('detail.removePathText', { path }),
    action: redisText('detail.delete'),
    run: () => sendFormEdit(place, { kind: 'removeJson', path, expect }),
  })
}

function PathValue(props: {
  place: KeyPlace
  path: string
  canEdit: boolean
  onDirty: (isDirty: boolean) => void
}): ReactNode {
  const { place, path, canEdit, onDirty } = props
  const t = useRedisTexts()
  const at: ValuePlace = { kind: 'json', path }
  const read = useValue(place, at, null)
  const shown = useMemo(() => (read.value === null ? null : unwrapped(path, read.value)), [path, read.value])
  const target: DraftTarget = {
    place,
    at,
    alwaysDiff: false,
    shownOf: (bytes) => unwrapped(path, { bytes, total: bytes.length, isWhole: true, sha1: '' }).value.bytes,
    editOf: (value, expect) => (typeof value === 'string' ? { kind: 'setJson', path, value, expect } : null),
  }
  const sha1 = shown?.value.sha1 ?? ''
  return (
    <ValuePanel
      title={path}
      read={{ ...read, value: shown?.value ?? null }}
      pattern={keyPattern(place.key)}
      target={target}
      canEdit={canEdit && shown?.isOne === true}
      onDirty={onDirty}
      actions={
        canEdit && path !== ROOT && sha1 !== '' ? (
          <Button size="small" danger onClick={() => askRemove(place, path, sha1)}>
            {t('detail.removePath')}
          </Button>
        ) : null
      }
    />
  )
}

/** A JSON document, or the part of it a path leads to; what is saved goes to this path alone. */
export function JsonBody(props: {
  place: KeyPlace
  canEdit: boolean
  facts: ReactNode
  onDirty: (isDirty: boolean) => void
}): ReactNode {
  const t = useRedisTexts()
  const [path, setPath] = useState(ROOT)
  const [typed, setTyped] = useState(ROOT)
  const go = (): void => setPath(typed.trim() === '' ? ROOT : typed.trim())
  return (
    <div className={styles.body}>
      <div className={styles.bar}>
        {props.facts}
        <span className={styles.barEnd}>
          <Input
            size="small"
            style={{ width: 260, fontFamily: 'var(--qd-mono)' }}
            aria-label={t('detail.path')}
            placeholder="$.items[0].id"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={go}
          />
          <Button size="small" disabled={typed.trim() === path} onClick={go}>
            {t('detail.openPath')}
          </Button>
        </span>
      </div>
      <PathValue key={path} place={props.place} path={path} canEdit={props.canEdit} onDirty={props.onDirty} />
    </div>
  )
}
