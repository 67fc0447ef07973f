import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useJsonTexts } from '../texts.ts'
import styles from './diff-lines.module.css'
import { lineDiff } from './line-diff.ts'

const SIGNS = { same: ' ', gone: '−', new: '+', left: '⋯' } as const

export interface TextDiffProps {
  before: string
  after: string
  /** What the two texts are. */
  label: string
}

export default function DiffLines({ before, after, label }: TextDiffProps): ReactNode {
  const t = useJsonTexts()
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  if (lines === null) return <p className={styles.many}>{t('diff.many')}</p>
  return (
    <div className={styles.diff} role="list" aria-label={label} tabIndex={0}>
      {lines.map(({ kind, text, count }, at) => (
        <div key={at} role="listitem" className={styles.line} data-kind={kind}>
          <span className={styles.sign} aria-hidden>
            {SIGNS[kind]}
          </span>
          {kind === 'left' ? (
            <span>{t('diff.same', { count })}</span>
          ) : kind === 'gone' ? (
            <del>{text}</del>
          ) : kind === 'new' ? (
            <ins>{text}</ins>
          ) : (
            <span>{text}</span>
          )}
        </div>
      ))}
    </div>
  )
}
