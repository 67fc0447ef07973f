import { formatJson, JsonReader, MAX_JSON_CHARS, scopeId } from '@qd/json-text'
import type { JsonScope } from '@qd/json-text'
import { getConfig } from '@qd/system/contract'
import { hiddenCharacters, useFieldPlace } from '@qd/web-controls/fields'
import { saveFile, useKitText } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { IconButton, LoadingRows } from '@qd/web-controls'
import { copyAloud, openConfirm, toast } from '@qd/web-frame'
import type { Change } from '@qd/protocol-model'
import { Button } from 'antd'
import { AlignLeft, Copy, Download, RotateCcw, Search } from 'lucide-react'
import { Suspense, lazy, useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { TextFaults } from './text-faults.tsx'
import styles from './text-view.module.css'
import { useJsonText } from './use-json-text.ts'
import type { JsonText } from './use-json-text.ts'
import { usePhrases } from './use-phrases.ts'

const JsonEditor = lazy(() => import('./json-editor.tsx'))
const loadCompletions = () => import('./json-complete.ts')
const loadSearch = () => import('@codemirror/search')

const MEGABYTE = 1024 * 1024
const USUAL_LEVELS = 2

/** Characters nobody sees, in what the changes would write. */
function hiddenIn(changes: readonly Change[]): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') for (const { code } of hiddenCharacters(value)) found.add(code)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
  }
  for (const { value } of changes) look(value)
  return [...found]
}

function Bar({ text, name, canEdit, onApply }: BarProps): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const format = (): void => {
    const now = text.textNow()
    const reader = new JsonReader(now)
    reader.read()
    const { view } = text.handle.current!
    const hasSyntaxFault = reader.faults.some(({ code }) => code === 'syntax' || code === 'too_deep')
    if (!reader.root || hasSyntaxFault) return toast.error(t('json.cannotFormat'))
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: formatJson(now, reader.root) } })
  }
  const find = async (): Promise<void> => {
    const { openSearchPanel } = await loadSearch()
    if (text.handle.current) openSearchPanel(text.handle.current.view)
  }
  return (
    <>
      <IconButton isSmall label={t('json.find')} onClick={() => void find()}>
        <Search size={14} aria-hidden />
      </IconButton>
      {canEdit ? (
        <IconButton isSmall label={t('json.format')} onClick={format}>
          <AlignLeft size={14} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton isSmall label={kit('copy')} onClick={() => void copyAloud(text.textNow())}>
        <Copy size={14} aria-hidden />
      </IconButton>
      <IconButton isSmall label={t('json.download')} onClick={() => saveFile(name, text.textNow())}>
        <Download size={14} aria-hidden />
      </IconButton>
      {canEdit ? (
        <>
          <IconButton isSmall label={t('json.discard')} disabled={!text.isDirty} onClick={text.discard}>
            <RotateCcw size={14} aria-hidden />
          </IconButton>
          <Button size="small" type="primary" disabled={!text.isDirty} onClick={onApply}>
            {t('json.apply')}
          </Button>
        </>
      ) : null}
    </>
  )
}

interface BarProps {
  text: JsonText
  name: string
  canEdit: boolean
  onApply: () => void
}

export interface TextViewProps {
  scope: JsonScope
  /** Stands at the left of the bar: what the text is of. */
  chooser: ReactNode
}

/** Part of a player's data as text: completed and checked by the definition, applied as a set of changes. */
export function TextView({ scope, chooser }: TextViewProps): ReactNode {
  const t = useEditTexts()
  const { uId, canEdit } = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const fields = useFieldPlace()
  const config = useCall(
    getConfig,
    {},
    {
      staleTimeMs: Number.POSITIVE_INFINITY,
      tag: 'data-edit:json.shape',
      told: { quiet: 'the usual depth serves' },
    },
  )
  const text = useJsonText(scope)
  const phrases = usePhrases()
  const place = useRef({ protocol, scope, fields })
  useEffect(() => {
    place.current = { protocol, scope, fields }
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
  const take = (changes: readonly Change[]): void => {
    text.apply(changes)
    toast.success(changes.length === 0 ? t('json.noChange') : t('json.applied', { count: changes.length }))
  }
  const apply = async (): Promise<void> => {
    if (!canEdit || !text.isDirty) return
    const difference = await text.difference()
    if (difference === null) return
    if (difference === 'faults') return toast.error(t('json.faulty'))
    const hidden = hiddenIn(difference.changes)
    if (hidden.length === 0) return take(difference.changes)
    openConfirm({
      title: t('json.hiddenTitle'),
      text: t('json.hiddenText', { codes: hidden.slice(0, 12).join(', ') }),
      action: t('json.hiddenKeep'),
      run: async () => take(difference.changes),
    })
  }
  // Folding needs to know how deep; the settings come once per session.
  if (config.isPending) return <LoadingRows />
  const name = `${uId}-${scopeId(scope)
    .replaceAll(/[^\w-]/g, '_')
    .replace(/^_$/, 'player')}.json`
  return (
    <div className={styles.box}>
      <div className={styles.bar}>
        {chooser}
        <span className={styles.state}>{text.isDirty ? t('json.unapplied') : null}</span>
        <Bar text={text} name={name} canEdit={canEdit} onApply={() => void apply()} />
      </div>
      <Suspense fallback={<LoadingRows />}>
        <JsonEditor
          key={`${scopeId(scope)} ${text.shown.version}`}
          text={text.shown.text}
          label={t('json.label')}
          isReadOnly={!canEdit}
          levels={config.data?.jsonDeep ?? USUAL_LEVELS}
          maxChars={MAX_JSON_CHARS}
          phrases={phrases}
          complete={complete}
          onReady={text.onReady}
          onEdit={text.onEdit}
          onApply={() => void apply()}
          onTooLarge={(chars) =>
            toast.error(
              t('json.tooLarge', {
                size: (chars / MEGABYTE).toFixed(1),
                limit: Math.round(MAX_JSON_CHARS / MEGABYTE),
              }),
            )
          }
        />
      </Suspense>
      <TextFaults text={text} onGo={goTo} />
    </div>
  )
}
