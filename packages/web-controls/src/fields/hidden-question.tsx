import { Button } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Floating } from './floating.tsx'
import type { HiddenCharacter } from './hidden-characters.ts'
import styles from './hidden-question.module.css'
import { useFieldTexts } from './texts.ts'

const SHOWN = 8

/** The text with a mark in place of every character that cannot be seen. */
function Marked({ text, hidden }: { text: string; hidden: readonly HiddenCharacter[] }): ReactNode {
  const byPosition = new Map(hidden.map((each) => [each.position, each]))
  const parts: ReactNode[] = []
  let plain = ''
  for (const [at, character] of [...text].entries()) {
    const found = byPosition.get(at + 1)
    if (!found) {
      plain += character
      continue
    }
    parts.push(plain)
    plain = ''
    const isSeen = found.kind === 'lookalike'
    parts.push(<mark key={at}>{isSeen ? character : found.code.slice(2)}</mark>)
  }
  return (
    <p className={styles.text} dir="ltr">
      {parts}
      {plain}
    </p>
  )
}

export interface HiddenQuestionProps {
  text: string
  hidden: readonly HiddenCharacter[]
  anchor: RefObject<HTMLElement | null>
  onRemove: () => void
  onKeep: () => void
  onBack: () => void
}

/** Asks what to do with characters nobody sees before they go into the change; taking them out is the easy way. */
export function HiddenQuestion(props: HiddenQuestionProps): ReactNode {
  const t = useFieldTexts()
  const { hidden } = props
  const easy = useRef<HTMLButtonElement>(null)
  useEffect(() => easy.current?.focus(), [])
  const more = hidden.length - SHOWN
  return (
    <Floating
      anchor={props.anchor}
      role="dialog"
      label={t('hidden.title', { count: hidden.length })}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') props.onBack()
      }}
    >
      <div className={styles.body}>
        <p className={styles.title}>
          <TriangleAlert size={14} aria-hidden /> {t('hidden.title', { count: hidden.length })}
        </p>
        <Marked text={props.text} hidden={hidden} />
        <ul className={styles.list}>
          {hidden.slice(0, SHOWN).map(({ kind, code, position }) => (
            <li key={position}>
              <code>{code}</code> {t(`hidden.${kind}`)}
              <span className={styles.position}>{t('hidden.position', { position })}</span>
            </li>
          ))}
          {more > 0 ? <li>{t('hidden.more', { count: more })}</li> : null}
        </ul>
        <div className={styles.actions}>
          <Button size="small" onClick={props.onKeep}>
            {t('hidden.keep')}
          </Button>
          <Button size="small" type="primary" ref={easy} onClick={props.onRemove}>
            {t('hidden.remove')}
          </Button>
        </div>
      </div>
    </Floating>
  )
}
