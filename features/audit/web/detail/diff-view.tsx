import { BeforeAfter } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { PlaceNames } from '../list/place-text.ts'
import { useAuditTexts } from '../texts.ts'
import { fieldOf, fieldText } from '../words/field-text.ts'
import { ValueWords } from '../words/value-words.tsx'
import { textOfValue } from './diff-values.ts'
import type { Difference } from './diff-values.ts'
import styles from './diff-view.module.css'

/** A text stands for itself; anything else as it is written. */
const asWritten = (value: unknown) => (typeof value === 'string' && value !== '' ? value : textOfValue(value))

/** Field by field: the old value struck out, the new one beside it. Fields of the game keep their names. */
export function DiffView(props: { differences: readonly Difference[]; places: PlaceNames }): ReactNode {
  const t = useAuditTexts()
  const { differences, places } = props
  const shown = ({ path, isGameField }: Difference, value: unknown) =>
    isGameField === true ? (
      asWritten(value)
    ) : (
      <ValueWords field={fieldOf(path)} value={value} places={places} />
    )
  return (
    <ul className={styles.list}>
      {differences.map((difference, index) => {
        const { path, kind, before, after, isGameField } = difference
        return (
          <li key={`${path}#${index}`} data-kind={kind} className={styles.row}>
            <span className={styles.path} title={path}>
              {path === '' ? t('diff.whole') : isGameField === true ? path : fieldText(path)}
              {kind === 'changed' ? null : <span className={styles.kind}>{t(`diff.${kind}`)}</span>}
            </span>
            <span className={styles.values}>
              <BeforeAfter
                {...(kind === 'added' ? {} : { before: shown(difference, before) })}
                {...(kind === 'removed' ? {} : { after: shown(difference, after) })}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
