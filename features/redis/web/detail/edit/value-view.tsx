import { MAX_JSON_CHARS } from '@qd/json-text'
import { SegmentedControl } from '@qd/web-controls'
import { toast } from '@qd/web-frame'
import { JsonBox } from '@qd/web-json'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { EDIT_BYTES } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { sizeText } from '../model/bytes.ts'
import { DumpView } from '../viewers/dump-view.tsx'
import type { Reading } from '../decode/reading.ts'
import viewerStyles from '../viewers/viewers.module.css'
import { JsonTree } from './json-tree.tsx'
import { RecordsTable } from './records-table.tsx'
import styles from './value-panel.module.css'

export interface ValueViewProps {
  name: string
  reading: Reading
  /** Its text, or what was typed. */
  text: string
  /** Another one shows the text anew in the editor of JSON. */
  version: string
  /** null: it is only looked at. */
  onType: ((text: string) => void) | null
  onSave: () => void
}

type Handle = Parameters<NonNullable<Parameters<typeof JsonBox>[0]['onReady']>>[0]
const NO_OPTIONS = (): readonly never[] => []

function TextBox({ name, text, onType, onSave }: ValueViewProps): ReactNode {
  return (
    <textarea
      aria-label={name}
      className={viewerStyles.text}
      spellCheck={false}
      dir="auto"
      value={text}
      readOnly={onType === null}
      onChange={({ target }) => onType?.(target.value)}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || !['s', 'Enter'].includes(event.key)) return
        event.preventDefault()
        onSave()
      }}
    />
  )
}

function JsonPart(props: ValueViewProps): ReactNode {
  const { name, text, version, onType, reading } = props
  const t = useRedisTexts()
  const { records } = reading
  const [as, setAs] = useState<'table' | 'text' | 'tree'>(records === undefined ? 'text' : 'table')
  const handle = useRef<Handle>(null)
  // The editor keeps what is typed by itself: it begins anew with a value that was read, not with each key.
  const [begun, setBegun] = useState({ version, text, notes: reading.notes, round: 0 })
  if (version !== begun.version) {
    const isTyping = version === 'typed'
    const shown = isTyping ? begun : { text, notes: reading.notes }
    setBegun({ version, text: shown.text, notes: shown.notes, round: begun.round + (isTyping ? 0 : 1) })
  }
  return (
    <>
      <div className={styles.sub}>
        <SegmentedControl<typeof as>
          label={t(records === undefined ? 'detail.jsonAs' : 'viewers.recordsAs')}
          value={as}
          segments={[
            ...(records === undefined ? [] : [{ value: 'table' as const, label: t('viewers.recordsTable') }]),
            { value: 'text', label: t('detail.jsonText') },
            { value: 'tree', label: t('detail.jsonTree') },
          ]}
          onChange={(next) => {
            // What was typed is what the editor begins with when it comes back.
            setBegun({ version, text, notes: reading.notes, round: begun.round + 1 })
            setAs(next)
          }}
        />
      </div>
      <div className={styles.rest}>
        {as === 'table' && records !== undefined ? (
          <RecordsTable name={name} text={text} layout={records} onType={onType} onSave={props.onSave} />
        ) : as === 'tree' ? (
          <JsonTree name={name} text={text} />
        ) : (
          <JsonBox
            textKey={String(begun.round)}
            text={begun.text}
            label={name}
            maxChars={MAX_JSON_CHARS}
            isReadOnly={onType === null}
            optionsAt={NO_OPTIONS}
            notes={begun.notes}
            onReady={(next) => {
              handle.current = next
            }}
            onEdit={() => {
              const typed = handle.current?.view.state.doc.toString()
              if (typed !== undefined) onType?.(typed)
            }}
            onApply={props.onSave}
            onTooLarge={() => toast.error(t('detail.tooLarge', { limit: sizeText(EDIT_BYTES) }))}
          />
        )}
      </div>
    </>
  )
}

function DumpPart(props: ValueViewProps): ReactNode {
  const { name, reading, onType, version } = props
  const t = useRedisTexts()
  const [isEditing, setEditing] = useState(false)
  const isTyping = onType !== null && (isEditing || version === 'typed')
  return (
    <>
      {onType === null ? null : (
        <div className={styles.sub}>
          <Button size="small" disabled={version === 'typed'} onClick={() => setEditing(!isEditing)}>
            {t(isTyping ? 'detail.showDump' : 'detail.editDump')}
          </Button>
        </div>
      )}
      <div className={styles.rest}>
        {isTyping ? (
          <TextBox {...props} />
        ) : (
          <DumpView label={name} bytes={reading.inner} as={reading.view.format === 'bits' ? 'bits' : 'hex'} />
        )}
      </div>
    </>
  )
}

/** A value in one viewer. */
export function ValueView(props: ValueViewProps): ReactNode {
  if (props.reading.look === 'json') return <JsonPart {...props} />
  return props.reading.look === 'dump' ? <DumpPart {...props} /> : <TextBox {...props} />
}
