import { useResourceTitle } from '@qd/web-base'
import { RiskTag, Tag } from '@qd/web-controls'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { FunctionEntry, PageFunctions } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { usePageName } from '../words/permission-words.ts'
import { heldOf, keysOf } from './role-draft.ts'
import styles from './roles.module.css'

const TYPES = ['button', 'menu', 'field', 'channel', 'job'] as const
type KnownType = (typeof TYPES)[number]

interface FunctionRowProps {
  page: string
  entry: FunctionEntry
  isOn: boolean
  isChanged: boolean
  isReadOnly: boolean
  onToggle: (isOn: boolean) => void
}

function FunctionRow({ page, entry, isOn, isChanged, isReadOnly, onToggle }: FunctionRowProps): ReactNode {
  const t = useAccessTexts()
  const titleOf = useResourceTitle()
  const isKnown = TYPES.includes(entry.type as KnownType)
  return (
    <div className={styles.function} data-changed={isChanged}>
      <Checkbox checked={isOn} disabled={isReadOnly} onChange={({ target }) => onToggle(target.checked)}>
        <span className={styles.title}>
          {entry.title}
          <code className={styles.key}>
            {page}.{entry.code}
          </code>
        </span>
      </Checkbox>
      <span className={styles.tags}>
        <Tag>{isKnown ? t(`roles.type.${entry.type as KnownType}`) : entry.type}</Tag>
        {entry.resource === undefined ? null : <Tag>{t('only.may', { kind: titleOf(entry.resource) })}</Tag>}
        <RiskTag risk={entry.risk} />
      </span>
    </div>
  )
}

interface FunctionListProps {
  page: PageFunctions
  codes: ReadonlySet<string>
  /** As saved, to mark what is different. */
  saved: ReadonlySet<string>
  isReadOnly: boolean
  onToggle: (keys: readonly string[], isOn: boolean) => void
}

/** The functions of one page, with one box for all of them. */
export function FunctionList({ page, codes, saved, isReadOnly, onToggle }: FunctionListProps): ReactNode {
  const t = useAccessTexts()
  const pageName = usePageName()
  const held = heldOf(page, codes)
  const has = (key: string) => codes.has('*') || codes.has(key)
  return (
    <section aria-label={pageName(page.routerName)}>
      <div className={styles.pageHead}>
        <Checkbox
          checked={held === page.functionList.length}
          indeterminate={held > 0 && held < page.functionList.length}
          disabled={isReadOnly}
          onChange={({ target }) => onToggle(keysOf(page), target.checked)}
        >
          {t('roles.allOfPage', { page: pageName(page.routerName) })}
        </Checkbox>
      </div>
      {page.functionList.map((entry) => {
        const key = `${page.routerName}.${entry.code}`
        return (
          <FunctionRow
            key={`${key} ${entry.type}`}
            page={page.routerName}
            entry={entry}
            isOn={has(key)}
            isChanged={!codes.has('*') && codes.has(key) !== saved.has(key)}
            isReadOnly={isReadOnly}
            onToggle={(isOn) => onToggle([key], isOn)}
          />
        )
      })}
    </section>
  )
}
