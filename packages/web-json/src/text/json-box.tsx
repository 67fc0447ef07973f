import { lazyPart } from '@qd/web-base'
import { LoadingRows } from '@qd/web-controls'
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import type { JsonEditorHandle } from '../editor/json-editor.tsx'
import type { JsonPlace } from '../editor/json-place.ts'
import { usePhrases } from './use-phrases.ts'

const JsonEditor = lazyPart(() => import('../editor/json-editor.tsx'))
const loadPlaces = () => import('../editor/json-place.ts')

/** One text that can be put in at a place. */
export interface JsonOption {
  label: string
  /** What is shown instead of the label. */
  shown?: string
  detail?: string
  info?: string
  /** What is put in instead of the label. */
  apply?: string
}

export interface JsonBoxProps {
  /** A new key shows `text` anew; typing does not. */
  textKey: string
  text: string
  label: string
  maxChars: number
  isReadOnly?: boolean
  /** By line of `text`: what stands behind it, as a comment that is no part of the text. */
  notes?: readonly string[]
  /** What fits where the cursor stands. `hasColon`: the key is there already. */
  optionsAt: (place: JsonPlace, hasColon: boolean) => readonly JsonOption[]
  onReady: (handle: JsonEditorHandle | null) => void
  onEdit: () => void
  /** Mod+Enter. */
  onApply: () => void
  /** A paste was larger than may be taken. */
  onTooLarge: () => void
}

const MOST_OPTIONS = 200

function completionsAt(
  context: CompletionContext,
  place: JsonPlace | null,
  optionsAt: JsonBoxProps['optionsAt'],
): CompletionResult | null {
  if (place === null) return null
  const typed = context.state.sliceDoc(place.from, context.pos)
  if (!context.explicit && typed === '') return null
  const hasColon = /^\s*:/.test(context.state.sliceDoc(place.to, place.to + 20))
  const words = typed.replaceAll('"', '').trim().toLowerCase()
  const options = optionsAt(place, place.at === 'key' && hasColon)
    .filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(words))
    .slice(0, MOST_OPTIONS)
    .map(({ label, shown, detail, info, apply }) => ({ label, displayLabel: shown, detail, info, apply }))
  return options.length === 0 ? null : { from: place.from, to: place.to, options, filter: false }
}

/** The text editor alone, for JSON of any kind: completed by its owner, who also says what is wrong with it. */
export function JsonBox(props: JsonBoxProps): ReactNode {
  const phrases = usePhrases()
  const latest = useRef(props.optionsAt)
  useEffect(() => {
    latest.current = props.optionsAt
  })
  const complete = useMemo(() => {
    const loaded = loadPlaces()
    return async (context: CompletionContext) => {
      const { jsonPlace } = await loaded
      return completionsAt(context, jsonPlace(context.state, context.pos), latest.current)
    }
  }, [])
  return (
    <Suspense fallback={<LoadingRows />}>
      <JsonEditor
        key={props.textKey}
        text={props.text}
        label={props.label}
        isReadOnly={props.isReadOnly === true}
        levels={12}
        notes={props.notes}
        maxChars={props.maxChars}
        phrases={phrases}
        complete={complete}
        onReady={props.onReady}
        onEdit={props.onEdit}
        onApply={props.onApply}
        onTooLarge={props.onTooLarge}
      />
    </Suspense>
  )
}
