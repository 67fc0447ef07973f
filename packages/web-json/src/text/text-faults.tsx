import { CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useJsonTexts } from '../texts.ts'
import styles from './text-view.module.css'
import type { ShownText } from './shown-text.ts'

const SHOWN = 50

/** What is wrong with a text, line by line; a click goes there. */
export function TextFaults({ text, onGo }: { text: ShownText; onGo: (from: number) => void }): ReactNode {
  const t = useJsonTexts()
  const { faults } = text.read
  const doc = text.handle.current?.view.state.doc
  if (faults.length === 0 || !doc) return null
  const more = faults.length - SHOWN
  return (
    <ul className={styles.faults} aria-label={t('faults')}>
      {faults.slice(0, SHOWN).map((fault) => {
        const line = doc.lineAt(Math.min(fault.from, doc.length))
        const column = fault.from - line.from + 1
        const isWarning = 'isWarning' in fault
        return (
          <li key={`${fault.from} ${fault.code}`}>
            <button
              type="button"
              className={styles.fault}
              data-warning={isWarning}
              onClick={() => onGo(fault.from)}
            >
              {isWarning ? <TriangleAlert size={13} aria-hidden /> : <CircleX size={13} aria-hidden />}
              <span className={styles.line}>{t('at', { line: line.number, column })}</span>
              <span>{text.faultText(fault)}</span>
            </button>
          </li>
        )
      })}
      {more > 0 ? <li className={styles.more}>{t('moreFaults', { count: more })}</li> : null}
    </ul>
  )
}
