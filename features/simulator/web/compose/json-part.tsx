import type { MessageType } from '@qd/proto-wire'
import { MAX_JSON_CHARS } from '@qd/json-text'
import { JsonBox } from '@qd/web-json'
import { toast } from '@qd/web-frame'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import styles from './compose.module.css'
import { useCompose } from './compose-store.ts'
import { placeInText } from './draft.ts'
import type { Draft } from './draft.ts'
import { protoOptions } from './proto-complete.ts'

type Handle = Parameters<NonNullable<Parameters<typeof JsonBox>[0]['onReady']>>[0]

/** Marks what is wrong where it stands. */
function markFault(handle: Handle, draft: Draft, faultPath: string | null, faultText: string): void {
  if (handle === null) return
  const place = draft.fault ?? (faultPath === null ? null : placeInText(draft.text, faultPath))
  const length = handle.view.state.doc.length
  const isGone = place === null || faultText === ''
  handle.mark(
    isGone
      ? []
      : [
          {
            from: Math.min(place.from, length),
            to: Math.min(place.to, length),
            severity: 'error' as const,
            message: faultText,
          },
        ],
  )
}

/** The request as JSON, completed by the definition; a fault is marked where it stands. */
export function JsonPart(props: {
  type: MessageType
  draft: Draft
  faultPath: string | null
  faultText: string
  variables: readonly string[]
  onText: (text: string) => void
  onSend: () => void
}): ReactNode {
  const t = useSimulatorTexts()
  const { type, draft, faultPath, faultText, variables } = props
  const version = useCompose((state) => state.version)
  const handle = useRef<Handle>(null)
  useEffect(() => markFault(handle.current, draft, faultPath, faultText), [draft, faultPath, faultText])
  return (
    <div className={styles.editor}>
      <JsonBox
        textKey={`${type.fullName} ${version}`}
        text={draft.text}
        label={t('page.compose.views.json')}
        maxChars={MAX_JSON_CHARS}
        optionsAt={(place, hasColon) => protoOptions(type, place, hasColon, variables)}
        onReady={(next) => {
          handle.current = next
          markFault(next, draft, faultPath, faultText)
        }}
        onEdit={() => {
          const text = handle.current?.view.state.doc.toString()
          if (text !== undefined) props.onText(text)
        }}
        onApply={props.onSend}
        onTooLarge={() => toast.error(t('page.compose.tooLarge'))}
      />
    </div>
  )
}
