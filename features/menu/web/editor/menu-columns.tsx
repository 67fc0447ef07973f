import { Tag } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { KeyOf, Translate } from './menu-text.ts'
import styles from './editor-page.module.css'

interface Placed {
  name: string
  game: string
  operator: string
  isFixed: boolean
}

/** Name, with a mark on what the settings file brings. */
export function nameColumn<T extends Placed>(t: Translate<KeyOf>): DataColumn<T> {
  return {
    key: 'name',
    title: t('editor.name'),
    holds: 'name',
    isFixed: true,
    text: ({ name }) => name,
    render: ({ name, isFixed }) => (
      <span className={styles.name}>
        {name}
        {isFixed ? <Tag tone="neutral">{t('editor.fixed')}</Tag> : null}
      </span>
    ),
  }
}

function whereOf(t: Translate<KeyOf>, { game, operator }: Placed): string {
  return game === '' ? t('editor.everywhere') : [game, operator].filter((part) => part !== '').join(' / ')
}

export function whereColumn<T extends Placed>(t: Translate<KeyOf>): DataColumn<T> {
  const text = (row: T) => whereOf(t, row)
  return { key: 'where', title: t('editor.where'), holds: 'name', text, render: text }
}
