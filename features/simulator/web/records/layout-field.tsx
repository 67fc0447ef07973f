import { FRAME_PRESETS } from '@qd/game-frame'
import { MAX_JSON_CHARS } from '@qd/json-text'
import { Picker } from '@qd/web-controls'
import { useField, useForm } from '@qd/web-forms'
import { toast } from '@qd/web-frame'
import { JsonBox } from '@qd/web-json'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { placeInText, textOfValue } from '../compose/draft.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { SimulatorTexts } from '../texts.ts'
import { readLayout } from './layout-text.ts'
import type { LayoutText } from './layout-text.ts'
import styles from './records.module.css'

type Handle = Parameters<NonNullable<Parameters<typeof JsonBox>[0]['onReady']>>[0]

function wordsOf(t: SimulatorTexts, read: LayoutText): string {
  if (read.ok) return ''
  if (read.fault === 'json') return t('page.fault.text.syntax')
  return [read.path, read.reason].filter((part) => part !== '').join(': ')
}

function mark(handle: Handle, text: string, read: LayoutText, message: string): void {
  if (handle === null) return
  const place = read.ok ? null : read.fault === 'json' ? read : placeInText(text, read.path)
  const length = handle.view.state.doc.length
  handle.mark(
    place === null
      ? []
      : [
          {
            from: Math.min(place.from, length),
            to: Math.min(place.to, length),
            severity: 'error',
            message,
          },
        ],
  )
}

function Preview({ read }: { read: LayoutText & { ok: true } }): ReactNode {
  const t = useSimulatorTexts()
  return (
    <dl className={styles.preview} aria-label={t('records.preview')}>
      <dt>{t('page.direction.request')}</dt>
      <dd>
        <code>{read.request}</code>
      </dd>
      <dt>{t('page.direction.reply')}</dt>
      <dd>
        <code>{read.reply}</code>
      </dd>
    </dl>
  )
}

/** The layout of frames as JSON: begun from a preset, checked while it is typed, with a sample frame of it. */
export function LayoutField(): ReactNode {
  const t = useSimulatorTexts()
  const form = useForm()
  const field = useField('layout')
  const text = field.value as string
  const [preset, setPreset] = useState('')
  const read = useMemo(() => readLayout(text), [text])
  const words = wordsOf(t, read)
  const handle = useRef<Handle>(null)
  useEffect(() => mark(handle.current, text, read, words), [text, read, words])
  const begin = (name: string) => {
    setPreset(name)
    const descriptor = FRAME_PRESETS.get(name)
    if (descriptor !== undefined) field.set(textOfValue({ ...descriptor }))
  }
  // What the server says of the layout stands until it is changed; before that, what the page finds by itself.
  const fault = words === '' ? field.error : words
  return (
    <div className={styles.field} role="group" aria-label={t('records.layout')}>
      <div className={styles.fieldHead}>
        <span>{t('records.layout')}</span>
        <Picker
          label={t('records.preset')}
          value={preset}
          options={[...FRAME_PRESETS.keys()].map((name) => ({ value: name, label: name }))}
          onChange={begin}
        />
      </div>
      <div className={styles.editor}>
        <JsonBox
          textKey={preset}
          text={text}
          label={t('records.layout')}
          maxChars={MAX_JSON_CHARS}
          optionsAt={() => []}
          onReady={(next) => {
            handle.current = next
            mark(next, text, read, words)
          }}
          onEdit={() => {
            const typed = handle.current?.view.state.doc.toString()
            if (typed !== undefined) field.set(typed)
          }}
          onApply={form.submit}
          onTooLarge={() => toast.error(t('page.compose.tooLarge'))}
        />
      </div>
      {fault === undefined ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {read.ok ? <Preview read={read} /> : null}
    </div>
  )
}
