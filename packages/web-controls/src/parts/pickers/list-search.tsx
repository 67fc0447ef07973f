import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './list-search.module.css'

/** Search over the list of a panel; stays in view while the list scrolls. */
export function ListSearch(props: {
  label: string
  value: string
  onChange: (value: string) => void
}): ReactNode {
  return (
    <div className={styles.search}>
      <Search size={14} aria-hidden />
      <input
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        title={props.label}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </div>
  )
}
