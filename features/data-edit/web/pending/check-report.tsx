import { Check, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEditorSession } from '../state/editor-context.ts'
import { textByKey } from '@qd/web-base'
import { useEditTexts } from '../texts.ts'
import styles from './check-report.module.css'

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

/** What became of the last commit, row by row where something differs. */
function OutcomeReport(): ReactNode {
  const t = useEditTexts()
  const { outcome } = useEditorSession()
  if (outcome === null) return null
  return (
    <section className={styles.report} aria-label={t('outcome.title')} role="status">
      <h3 className={styles.title}>{t('outcome.title')}</h3>
      <ul className={styles.list}>
        {outcome.applied === 0 ? null : (
          <li>
            <Check size={14} aria-hidden className={styles.ok} />
            <span>{t('outcome.applied', { count: outcome.applied })}</span>
          </li>
        )}
        {outcome.refused === 0 ? null : (
          <li className={styles.err}>
            <CircleAlert size={14} aria-hidden />
            <span>{t('outcome.refused', { count: outcome.refused })}</span>
          </li>
        )}
        {outcome.normalised.slice(0, MOST).map(({ place, asked, stored }) => (
          <li key={place} className={styles.warn}>
            <TriangleAlert size={14} aria-hidden />
            <span>
              {t('outcome.normalised', {
                place,
                asked: JSON.stringify(asked),
                stored: JSON.stringify(stored),
              })}
            </span>
          </li>
        ))}
        {outcome.parts === null || outcome.parts.done === outcome.parts.count ? null : (
          <li className={styles.warn}>
            <TriangleAlert size={14} aria-hidden />
            <span>{t('parts.left', outcome.parts)}</span>
          </li>
        )}
        {outcome.isReadBack ? null : (
          <li className={styles.warn}>
            <TriangleAlert size={14} aria-hidden />
            <span>{t('outcome.notReadBack')}</span>
          </li>
        )}
        {outcome.isReplayed ? (
          <li>
            <Info size={14} aria-hidden />
            <span>{t('outcome.replayed')}</span>
          </li>
        ) : null}
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
      <OutcomeReport />
    </>
  )
}
