import { useTexts } from '@qd/web-base'
import { Kbd } from '@qd/web-controls'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './palette.module.css'

/** What can be typed first to look in one place only; a click types it, a second one takes it away. */
export function PrefixChips(props: {
  prefixes: ReadonlyMap<string, ReadonlySet<string>>
  chosen: string
  headOf: (section: string) => string
  onChoose: (prefix: string) => void
}): ReactNode {
  const t = useTexts('shell')
  return (
    <div className={styles.chips} role="group" aria-label={t('palette.narrow')}>
      {[...props.prefixes].map(([prefix, [section = '']]) => (
        <button
          key={prefix}
          type="button"
          className={styles.chip}
          aria-pressed={prefix === props.chosen}
          // The press must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(prefix === props.chosen ? '' : prefix)}
        >
          <Kbd>{prefix}</Kbd> {props.headOf(section)}
        </button>
      ))}
    </div>
  )
}
