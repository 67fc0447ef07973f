import { getConfig } from '@qd/system/contract'
import { useCall } from '@qd/web-kit'
import { createContext, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { useEditTexts } from '../texts.ts'
import styles from './json-view.module.css'

/** Levels open at first, and opened together by a click with Alt, until the settings came (S9.06). */
const DEFAULT_LEVELS = { jsonDeep: 2, jsonExpand: 3 }
const ExpandContext = createContext(DEFAULT_LEVELS.jsonExpand)

const PAGE = 200

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function Leaf({ value }: { value: unknown }): ReactNode {
  return (
    <bdi className={styles.leaf} data-type={typeof value}>
      {JSON.stringify(value) ?? 'undefined'}
    </bdi>
  )
}

interface BranchProps {
  name: string
  value: unknown
  /** Levels below this one that start open. */
  open: number
}

function Branch({ name, value, open }: BranchProps): ReactNode {
  const t = useEditTexts()
  const expand = useContext(ExpandContext)
  const [levels, setLevels] = useState(open)
  const [shown, setShown] = useState(PAGE)
  if (!isContainer(value)) {
    return (
      <li className={styles.line}>
        <span className={styles.name}>{name}</span>
        <Leaf value={value} />
      </li>
    )
  }
  const entries = Object.entries(value)
  const isOpen = levels > 0
  return (
    <li>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        title={t('json.expandHint', { count: expand })}
        onClick={(event) => setLevels(isOpen ? 0 : event.altKey ? expand : 1)}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.size}>
          {Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}
        </span>
      </button>
      {isOpen ? (
        <ul className={styles.list}>
          {entries.slice(0, shown).map(([key, inner]) => (
            <Branch key={`${levels}/${key}`} name={key} value={inner} open={levels - 1} />
          ))}
          {entries.length > shown ? (
            <li>
              <button type="button" className={styles.more} onClick={() => setShown(shown + PAGE)}>
                {t('json.more', { count: entries.length - shown })}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  )
}

/** The module's data as it stands in the draft, to read and copy; how deep it opens is a setting (S3.14). */
export function JsonView({ name, value }: { name: string; value: unknown }): ReactNode {
  const config = useCall(getConfig, {}, { staleTimeMs: Number.POSITIVE_INFINITY, silent: true }).data
  const { jsonDeep, jsonExpand } = config ?? DEFAULT_LEVELS
  return (
    <ExpandContext value={Math.max(1, jsonExpand)}>
      <ul className={styles.tree}>
        {/* The key: settings that come late open the tree anew. */}
        <Branch key={jsonDeep} name={name} value={value ?? null} open={jsonDeep} />
      </ul>
    </ExpandContext>
  )
}
