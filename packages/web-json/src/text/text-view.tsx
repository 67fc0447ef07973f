import { formatJson, JsonReader, MAX_JSON_CHARS, scopeId } from '@qd/json-text'
import { useFieldPlace } from '@qd/web-controls/fields'
import { saveFile, useKitText, lazyPart } from '@qd/web-base'
import { IconButton, LoadingRows } from '@qd/web-controls'
import { copyAloud, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { AlignLeft, Copy, Download, RotateCcw, Search } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { useJsonTexts } from '../texts.ts'
import type { JsonDefinition } from '../editor/json-complete.ts'
import type { ShownText } from './shown-text.ts'
import { TextFaults } from './text-faults.tsx'
import { TextFrame } from './text-frame.tsx'
import styles from './text-view.module.css'
import { usePhrases } from './use-phrases.ts'

const JsonEditor = lazyPart(() => import('../editor/json-editor.tsx'))
const loadCompletions = () => import('../editor/json-complete.ts')
const loadSearch = () => import('@codemirror/search')

const MEGABYTE = 1024 * 1024

function Bar({ text, name, canEdit, onApply }: BarProps): ReactNode {
  const t = useJsonTexts()
  const kit = useKitText()
  const format = (): void => {
    const now = text.textNow()
    const reader = new JsonReader(now)
    reader.read()
    const { view } = text.handle.current!
    const hasSyntaxFault = reader.faults.some(({ code }) => code === 'syntax' || code === 'too_deep')
    if (!reader.root || hasSyntaxFault) return toast.error(t('cannotFormat'))
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: formatJson(now, reader.root) } })
  }
  const find = async (): Promise<void> => {
    const { openSearchPanel } = await loadSearch()
    if (text.handle.current) openSearchPanel(text.handle.current.view)
  }
  return (
    <>
      <IconButton isSmall label={t('find')} onClick={() => void find()}>
        <Search size={14} aria-hidden />
      </IconButton>
      {canEdit ? (
        <IconButton isSmall label={t('format')} onClick={format}>
          <AlignLeft size={14} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton isSmall label={kit('copy')} onClick={() => void copyAloud(text.textNow())}>
        <Copy size={14} aria-hidden />
      </IconButton>
      <IconButton isSmall label={t('download')} onClick={() => saveFile(name, text.textNow())}>
        <Download size={14} aria-hidden />
      </IconButton>
      {canEdit ? (
        <>
          <IconButton isSmall label={t('discard')} disabled={!text.isDirty} onClick={text.discard}>
            <RotateCcw size={14} aria-hidden />
          </IconButton>
          <Button size="small" type="primary" disabled={!text.isDirty} onClick={onApply}>
            {t('apply')}
          </Button>
        </>
      ) : null}
    </>
  )
}

interface BarProps {
  text: ShownText
  name: string
  canEdit: boolean
  onApply: () => void
}

export interface TextViewProps {
  definition: JsonDefinition
  text: ShownText
  /** What the editor is called, and the file it is saved as. */
  label: string
  fileName: string
  canEdit: boolean
  /** Levels open at first. */
  levels: number
  onApply: () => void
  /** Stands at the left of the bar: what the text is of. */
  chooser: ReactNode
}

/** Data as text: completed and checked by the definition; what becomes of it is its owner's. */
export function TextView(props: TextViewProps): ReactNode {
  const { definition, text, canEdit, onApply } = props
  const t = useJsonTexts()
  const fields = useFieldPlace()
  const phrases = usePhrases()
  const place = useRef({ ...definition, fields })
  useEffect(() => {
    place.current = { ...definition, fields }
  })
  const complete = useMemo(() => {
    const loaded = loadCompletions()
    return async (context: Parameters<ReturnType<Awaited<typeof loaded>['jsonCompletions']>>[0]) => {
      const { jsonCompletions } = await loaded
      return jsonCompletions(() => place.current)(context)
    }
  }, [])
  const goTo = (from: number): void => {
    const view = text.handle.current?.view
    view?.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    view?.focus()
  }
  return (
    <TextFrame
      bar={
        <>
          {props.chooser}
          <span className={styles.state}>{text.isDirty ? t('unapplied') : null}</span>
          <Bar text={text} name={props.fileName} canEdit={canEdit} onApply={onApply} />
        </>
      }
    >
      <Suspense fallback={<LoadingRows />}>
        <JsonEditor
          key={`${scopeId(definition.scope)} ${text.shown.version}`}
          text={text.shown.text}
          label={props.label}
          isReadOnly={!canEdit}
          levels={props.levels}
          maxChars={MAX_JSON_CHARS}
          phrases={phrases}
          complete={complete}
          onReady={text.onReady}
          onEdit={text.onEdit}
          onApply={onApply}
          onTooLarge={(chars) =>
            toast.error(
              t('tooLarge', {
                size: (chars / MEGABYTE).toFixed(1),
                limit: Math.round(MAX_JSON_CHARS / MEGABYTE),
              }),
            )
          }
        />
      </Suspense>
      <TextFaults text={text} onGo={goTo} />
    </TextFrame>
  )
}
