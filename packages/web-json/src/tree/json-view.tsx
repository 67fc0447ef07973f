import { innerNode } from '@qd/json-text'
import type { DataNode, ProtocolDefinition } from '@qd/protocol-model'
import { createContext, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { useJsonTexts } from '../texts.ts'
import styles from './json-view.module.css'

export interface JsonLevels {
  /** Open at first. */
  deep: number
  /** Opened together by a click with Alt. */
  expand: number
}

const ExpandContext = createContext(1)

const PAGE = 200

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What the definition says of the tree's values; null: nothing is said. */
export interface JsonKind {
  protocol: ProtocolDefinition
  node: DataNode | 'player'
  /** What is wrong with a value itself, in words; null when nothing is. */
  wrongText: (node: DataNode, value: unknown) => string | null
}

function innerKind(kind: JsonKind, name: string): JsonKind | null {
  const node = innerNode(kind.protocol, kind.node, name)
  return node === null ? null : { ...kind, node }
}

function Wrong({ value, kind }: { value: unknown; kind: JsonKind | null }): ReactNode {
  const text = kind === null || kind.node === 'player' ? null : kind.wrongText(kind.node, value)
  return text === null ? null : <span className={styles.wrong}>{text}</span>
}

function Leaf({ value }: { value: unknown }): ReactNode {
  return (
    <bdi className={styles.leaf} data-type={typeof value}>
      {typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'undefined')}
    </bdi>
  )
}

interface BranchProps {
  name: string
  value: unknown
  kind: JsonKind | null
  /** Levels below this one that start open. */
  open: number
}

function Branch({ name, value, kind, open }: BranchProps): ReactNode {
  const t = useJsonTexts()
  const expand = useContext(ExpandContext)
  const [levels, setLevels] = useState(open)
  const [shown, setShown] = useState(PAGE)
  if (!isContainer(value)) {
    return (
      <li className={styles.line}>
        <span className={styles.name}>{name}</span>
        <Leaf value={value} /> <Wrong value={value} kind={kind} />
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
        title={t('expandHint', { count: expand })}
        onClick={(event) => setLevels(isOpen ? 0 : event.altKey ? expand : 1)}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.size}>
          {Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}
        </span>
      </button>{' '}
      <Wrong value={value} kind={kind} />
      {isOpen ? (
        <ul className={styles.list}>
          {entries.slice(0, shown).map(([key, inner]) => (
            <Branch
              key={`${levels}/${key}`}
              name={key}
              value={inner}
              kind={kind === null ? null : innerKind(kind, key)}
              open={levels - 1}
            />
          ))}
          {entries.length > shown ? (
            <li>
              <button type="button" className={styles.more} onClick={() => setShown(shown + PAGE)}>
                {t('more', { count: entries.length - shown })}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  )
}

/** Data to read and copy. */
export function JsonView({
  name,
  value,
  levels,
  kind = null,
}: {
  name: string
  value: unknown
  levels: JsonLevels
  kind?: JsonKind | null
}): ReactNode {
  return (
    <ExpandContext value={Math.max(1, levels.expand)}>
      <ul className={styles.tree}>
        {/* The key: settings that come late open the tree anew. */}
        <Branch key={levels.deep} name={name} value={value ?? null} kind={kind} open={levels.deep} />
      </ul>
    </ExpandContext>
  )
}
