import { scopeId, scopeNode, scopeValue, undescribed } from '@qd/json-text'
import type { JsonScope } from '@qd/json-text'
import { moduleLabel } from '@qd/protocol-model'
import type { DiffInfo } from '@qd/protocol-model'
import { LoadingRows, SegmentedControl } from '@qd/web-controls'
import { EmptyState, useKept } from '@qd/web-frame'
import { TextFrame } from '@qd/web-json'
import { Select } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useSessionPart } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import styles from './json-panel.module.css'
import { PlayerText } from './player-text.tsx'
import { PlayerTree } from './player-tree.tsx'

type Shape = 'text' | 'tree'
type Part = 'row' | 'module' | 'player' | 'rest'

function scopeOf(part: Part, info: DiffInfo, rowKey: string | null): JsonScope {
  if (part === 'row' && rowKey !== null) return { kind: 'row', info, key: rowKey }
  return part === 'player' ? { kind: 'player' } : { kind: 'module', info }
}

/** A player's data as JSON: one row, the module or all of it, as text to edit or as a tree to read. */
export function JsonPanel({ info }: { info: DiffInfo }): ReactNode {
  const t = useEditTexts()
  const { protocol, data } = useSessionPart((session) => session.draft)
  const rowKey = useSessionPart((session) => (info.key === '' ? null : session.rowKey))
  const [part, setPart] = useState<Part>('module')
  const [shape, setShape] = useKept<Shape>('data-edit.json', 'text')
  const rest = undescribed(protocol, data)
  const isRest = part === 'rest' && rest !== null
  const scope = scopeOf(part, info, rowKey)
  const value = isRest ? rest : scopeValue(protocol, data, scope)
  const options = [
    ...(rowKey === null ? [] : [{ value: 'row' as const, label: t('json.row', { key: rowKey }) }]),
    { value: 'module' as const, label: moduleLabel(protocol, info) },
    { value: 'player' as const, label: t('json.player') },
    ...(rest === null ? [] : [{ value: 'rest' as const, label: t('json.rest') }]),
  ]
  const chooser = (
    <>
      <Select
        size="small"
        className={styles.scope}
        aria-label={t('json.scope')}
        value={isRest ? 'rest' : scope.kind}
        options={options}
        onChange={setPart}
      />
      {isRest ? null : (
        <SegmentedControl
          label={t('json.shape')}
          value={shape}
          segments={[
            { value: 'text', label: t('json.text') },
            { value: 'tree', label: t('json.tree') },
          ]}
          onChange={setShape}
        />
      )}
    </>
  )
  // Their texts load with their first use; the rest of the page stays meanwhile.
  if (isRest || shape === 'tree') {
    return (
      <TextFrame bar={chooser}>
        <div className={styles.tree}>
          <Suspense fallback={<LoadingRows />}>
            <PlayerTree
              key={scopeId(scope)}
              name={isRest ? t('json.rest') : scopeName(scope)}
              value={value}
              kind={isRest ? null : { protocol, node: scopeNode(scope) }}
            />
          </Suspense>
        </div>
      </TextFrame>
    )
  }
  if (value === undefined && scope.kind === 'row') {
    return (
      <TextFrame bar={chooser}>
        <EmptyState title={t('json.rowGone')} />
      </TextFrame>
    )
  }
  return (
    <Suspense fallback={<LoadingRows />}>
      <PlayerText key={scopeId(scope)} scope={scope} chooser={chooser} />
    </Suspense>
  )
}

function scopeName(scope: JsonScope): string {
  if (scope.kind === 'player') return 'data'
  return scope.kind === 'row' ? scope.key : scope.info.netKey
}
