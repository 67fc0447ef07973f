import { Tag } from '@qd/web-controls'
import { Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { RightsSource } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { grantKey } from '../grants/grant-key.ts'
import { GrantWords } from '../words/grant-words.tsx'
import { usePageName, usePermissionName } from '../words/permission-words.ts'
import { rightsByPage } from './rights-by-page.ts'
import type { ExplainedRight } from './rights-by-page.ts'
import sections from '../sections.module.css'
import styles from './user-rights.module.css'

function Right({ right, title }: { right: ExplainedRight; title: string }): ReactNode {
  const t = useAccessTexts()
  return (
    <li>
      <span className={sections.who}>
        {title}
        <code>{right.key}</code>
      </span>
      {right.sources.map((source) => (
        <span key={`${source.group?.id ?? ''} ${grantKey(source)}`} className={styles.why}>
          <GrantWords grant={source} />
          <Tag tone={source.group === null ? 'neutral' : 'theme'}>
            {source.group === null ? t('rights.own') : t('rights.byGroup', { name: source.group.name })}
          </Tag>
        </span>
      ))}
    </li>
  )
}

/** Everything somebody may do, and for each right the grants and groups it comes from. */
export function RightsReasons({ sources }: { sources: readonly RightsSource[] }): ReactNode {
  const t = useAccessTexts()
  const pageName = usePageName()
  const titleOf = usePermissionName()
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const pages = rightsByPage(sources)
    .map(({ routerName, rights }) => ({
      routerName,
      rights: rights.filter(({ key }) => `${key} ${titleOf(key)}`.toLowerCase().includes(words)),
    }))
    .filter(({ rights }) => rights.length > 0)
  return (
    <section className={sections.section}>
      <h3>
        {t('rights.title')}
        <Input
          size="small"
          allowClear
          className={sections.search}
          aria-label={t('rights.search')}
          placeholder={t('rights.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </h3>
      {pages.length === 0 ? <p className={sections.hint}>{t('rights.none')}</p> : null}
      {pages.map(({ routerName, rights }) => (
        <div key={routerName}>
          {routerName === '*' ? null : <p className={styles.page}>{pageName(routerName)}</p>}
          <ul className={styles.rights}>
            {rights.map((right) => (
              <Right key={right.key} right={right} title={titleOf(right.key)} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
