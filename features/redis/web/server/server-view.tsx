import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { SERVER_GROUPS, SERVER_PAGES } from './server-pages.ts'
import type { ServerPage } from './server-pages.ts'
import styles from './server-view.module.css'
import { showServerPage, useServerPage } from './shown-page.ts'

/** On a phone the list is one line, and the page an address names may stand beyond its edge. */
const bringIntoView = (page: HTMLElement | null): void =>
  page?.scrollIntoView({ block: 'nearest', inline: 'center' })

function PageList({ pages: all, shown }: { pages: readonly ServerPage[]; shown: ServerPage }): ReactNode {
  const t = useRedisTexts()
  return (
    <nav className={styles.list} aria-label={t('server.pages')}>
      {SERVER_GROUPS.map((group) => {
        const pages = all.filter((page) => page.group === group)
        if (pages.length === 0) return null
        return (
          <div key={group} className={styles.group}>
            <span className={styles.groupName}>{t(`server.group.${group}`)}</span>
            {pages.map(({ key, label }) => (
              <button
                key={key}
                type="button"
                className={styles.page}
                ref={key === shown.key ? bringIntoView : null}
                aria-current={key === shown.key ? 'page' : undefined}
                onClick={() => showServerPage(key)}
              >
                {label(t)}
              </button>
            ))}
          </div>
        )
      })}
    </nav>
  )
}

/** The server behind a database: its pages on the left, the chosen one beside them. */
export function ServerView({ database }: { database: OpenDatabase }): ReactNode {
  const key = useServerPage((page) => page.key)
  const pages = SERVER_PAGES.filter(({ isThere }) => isThere?.(database) ?? true)
  const shown = pages.find((page) => page.key === key) ?? pages[0]!
  return (
    <div className={styles.view}>
      <PageList pages={pages} shown={shown} />
      <div className={styles.shown}>
        <shown.Draw key={shown.key} database={database} />
      </div>
    </div>
  )
}
