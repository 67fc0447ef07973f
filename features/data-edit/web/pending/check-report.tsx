import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEditorSession } from '../state/editor-context.ts'
import { textByKey } from '@qd/web-base'
import { useEditTexts } from '../texts.ts'
import styles from './check-report.module.css'
import { CommitResult } from './commit-result.tsx'

/** Lines of a kind drawn; very many changes have very many. */
const MOST = 200

/** What the server would do, as sentences, and what it warns about. */
function Actions(): ReactNode {
  const t = useEditTexts()
  const { check, verdicts } = useEditorSession()
  if (check === null) return null
  return (
    <section className={styles.report} aria-label={t('check.title')}>
      <h3 className={styles.title}>{t('check.title')}</h3>
      <ul className={styles.list}>
        {check.actions.slice(0, MOST).map(({ text, code }, index) => (
          <li key={`${code}${index}`}>
            <Check size={14} aria-hidden className={styles.ok} />
            <span>{text}</span>
          </li>
        ))}
        {check.actions.length > MOST ? (
          <li>
            <span>{t('check.more', { count: check.actions.length - MOST })}</span>
          </li>
        ) : null}
        {check.warnings.slice(0, MOST).map(({ text, code }, index) => (
          <li key={`${code}${index}`} className={styles.warn}>
            <TriangleAlert size={14} aria-hidden />
            <span>{text}</span>
          </li>
        ))}
        {verdicts.size === 0 ? null : (
          <li className={styles.err}>
            <CircleAlert size={14} aria-hidden />
            <span>{t('check.refused', { count: verdicts.size })}</span>
          </li>
        )}
      </ul>
    </section>
  )
}

function FailureReport(): ReactNode {
  const { failure } = useEditorSession()
  if (failure === null) return null
  const own = textByKey('data-edit', `failure.${failure.code}`)
  // Here a second try is the same request: the server's advice says the same in other words.
  const isWhole = failure.code === 'edit_unknown' && own !== ''
  return (
    <section className={styles.report} role="alert">
      <p className={styles.failure}>
        <CircleAlert size={14} aria-hidden />
        <span>
          {isWhole ? own : failure.msg}
          {isWhole || own === '' ? null : <span className={styles.more}>{own}</span>}
        </span>
      </p>
    </section>
  )
}

export function CheckReport(): ReactNode {
  return (
    <>
      <FailureReport />
      <Actions />
      <CommitResult />
    </>
  )
}
