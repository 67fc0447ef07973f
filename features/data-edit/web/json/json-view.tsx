import { innerNode } from '@qd/json-text'
import type { DataNode, ProtocolDefinition } from '@qd/protocol-model'
import { getConfig } from '@qd/system/contract'
import { useCall } from '@qd/web-calls'
import { createContext, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { useEditTexts } from '../texts.ts'
import { ownWrongType } from '../model/wrong-type.ts'
import { wrongText } from '../values/wrong-text.ts'
import styles from './json-view.module.css'

/** Levels open at first, and opened together by a click with Alt, until the settings came (S9.06). */
const DEFAULT_LEVELS = { jsonDeep: 2, jsonExpand: 3 }
const ExpandContext = createContext(DEFAULT_LEVELS.jsonExpand)

const PAGE = 200

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What the definition says of the tree's values; null: nothing is said. */
export interface JsonKind {
  protocol: ProtocolDefinition
  node: DataNode | 'player'
}

function innerKind({ protocol, node }: JsonKind, name: string): JsonKind | null {
  const inner = innerNode(protocol, node, name)
  return inner === null ? null : { protocol, node: inner }
}

function Wrong({ value, kind }: { value: unknown; kind: JsonKind | null }): ReactNode {
  const t = useEditTexts()
  const wrong = kind === null || kind.node === 'player' ? null : ownWrongType(kind.node, value)
  const text = wrongText(t, wrong)
  return text === null ? null : <span className={styles.wrong}>{text}</span>
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
  kind: JsonKind | null
  /** Levels below this one that start open. */
  open: number
}

function Branch({ name, value, kind, open }: BranchProps): ReactNode {
  const t = useEditTexts()
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
        title={t('json.expandHint', { count: expand })}
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
export function JsonView({
  name,
  value,
  kind = null,
}: {
  name: string
  value: unknown
  kind?: JsonKind | null
}): ReactNode {
  const config = useCall(
    getConfig,
    {},
    {
      staleTimeMs: Number.POSITIVE_INFINITY,
      tag: 'data-edit:json.shape',
      told: { quiet: 'the usual depth serves' },
    },
  ).data
  const { jsonDeep, jsonExpand } = config ?? DEFAULT_LEVELS
  return (
    <ExpandContext value={Math.max(1, jsonExpand)}>
      <ul className={styles.tree}>
        {/* The key: settings that come late open the tree anew. */}
        <Branch key={jsonDeep} name={name} value={value ?? null} kind={kind} open={jsonDeep} />
      </ul>
    </ExpandContext>
  )
}
