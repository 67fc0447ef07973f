import type { ReactNode } from 'react'
import styles from './keys.module.css'

/** Letters people know from the commands of a type. */
const LETTERS: Readonly<Record<string, string>> = {
  string: 'S',
  hash: 'H',
  list: 'L',
  set: 'U',
  zset: 'Z',
  stream: 'X',
  'ReJSON-RL': 'J',
}

/** What a type is called in lists; types of modules keep the name the server has for them. */
export const typeName = (type: string): string => (type === 'ReJSON-RL' ? 'JSON' : type)

/** The type of a key as one coloured letter, with its name for who asks. */
export function TypeBadge({ type }: { type: string | undefined }): ReactNode {
  if (type === undefined) return <span className={styles.badge} data-type="wait" aria-hidden />
  const letter = LETTERS[type]
  return (
    <span
      className={styles.badge}
      data-type={letter === undefined ? 'other' : type}
      title={typeName(type)}
      role="img"
      aria-label={typeName(type)}
    >
      {letter ?? '?'}
    </span>
  )
}
