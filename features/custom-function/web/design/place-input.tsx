import { diffInfoOf, elementKeyOf, fieldNode, moduleNode, pathText, readPathText } from '@qd/protocol-model'
import type { DataNode, ProtocolDefinition } from '@qd/protocol-model'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useFunctionTexts } from '../texts.ts'
import type { Place } from './definition.ts'
import { useDesign } from './design-context.ts'
import { FaultText } from './fault-text.tsx'
import { FormulaInput } from './formula-input.tsx'
import { Labelled } from './labelled.tsx'
import styles from './design.module.css'

/** The node a place leads to; null where the definition does not tell. */
export function nodeOfPlace(protocol: ProtocolDefinition | null, place: Place): DataNode | null {
  const info = protocol === null ? null : diffInfoOf(protocol, place.diff)
  let node: DataNode | null = info === null ? null : moduleNode(info)
  for (const segment of place.path)
    node = protocol === null || node === null ? null : below(protocol, node, segment)
  return node
}

function below(protocol: ProtocolDefinition, node: DataNode, segment: unknown): DataNode | null {
  if (node.kind === 'scalar') return null
  if (node.kind === 'list') return node.item
  const field = node.info.fields.find(({ fieldName }) => fieldName === segment)
  return field === undefined ? null : fieldNode(protocol, field)
}

interface SegmentProps {
  node: DataNode
  path: string
  value: unknown
  onChange: (value: unknown) => void
}

/** One step into the data: a field of an object, or an element of a list. */
function Segment({ node, path, value, onChange }: SegmentProps): ReactNode {
  const t = useFunctionTexts()
  if (node.kind === 'scalar') return null
  if (node.kind === 'list') {
    const key = elementKeyOf(node)
    return (
      <FormulaInput
        label={t('place.element')}
        placeholder={key === '' ? t('place.index') : key}
        path={path}
        value={value}
        onChange={onChange}
      />
    )
  }
  return (
    <span className={styles.formula}>
      <Select
        size="small"
        className={styles.segment}
        aria-label={t('place.field')}
        placeholder={t('place.field')}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        value={typeof value === 'string' && value !== '' ? value : undefined}
        options={node.info.fields.map(({ fieldName, name }) => ({
          value: fieldName,
          label: name === '' ? fieldName : `${name} ${fieldName}`,
        }))}
        onChange={(next: string | undefined) => onChange(next)}
      />
      <FaultText path={path} isDeep />
    </span>
  )
}

/** The way from a row or module down to a field; ends where there is nothing below. */
function Path(props: {
  place: Place
  path: string
  onChange: (path: readonly unknown[]) => void
}): ReactNode {
  const { protocol } = useDesign()
  const { place, onChange } = props
  const ways = place.path.map((_segment, depth) => place.path.slice(0, depth))
  return (
    <span className={styles.path}>
      {[...ways, place.path].map((way) => {
        const node = nodeOfPlace(protocol, { ...place, path: way })
        if (node === null) return null
        return (
          <Segment
            key={way.length}
            node={node}
            path={`${props.path}.path.${way.length}`}
            value={place.path[way.length]}
            onChange={(value) => onChange(value === undefined || value === '' ? way : [...way, value])}
          />
        )
      })}
    </span>
  )
}

/** By hand, where the definition of the data could not be had: segments between dots. */
function TypedPath(props: { place: Place; onChange: (path: readonly unknown[]) => void }): ReactNode {
  const t = useFunctionTexts()
  const { path } = props.place
  return (
    <Input
      size="small"
      className="qd-mono"
      aria-label={t('place.field')}
      placeholder="level"
      value={pathText(path.map(String))}
      onChange={({ target }) => props.onChange(readPathText(target.value) ?? target.value.split('.'))}
    />
  )
}

/** Module, row and field of the player's data. */
export function PlaceInput<P extends Place>(props: {
  place: P
  /** Place in the definition: `steps.2` or `steps.2.changes.0`. */
  path: string
  onChange: (place: P) => void
}): ReactNode {
  const t = useFunctionTexts()
  const { protocol } = useDesign()
  const { place, path, onChange } = props
  const info = protocol === null ? null : diffInfoOf(protocol, place.diff)
  const hasRows = info === null ? place.key !== undefined : info.key !== ''
  const { key: _key, ...rest } = place
  return (
    <>
      <Labelled label={t('place.module')}>
        {(id) => (
          <>
            {protocol === null ? (
              <Input
                id={id}
                size="small"
                value={place.diff}
                onChange={({ target }) => onChange({ ...place, diff: target.value })}
              />
            ) : (
              <Select
                id={id}
                size="small"
                popupMatchSelectWidth={false}
                showSearch={{ optionFilterProp: 'label' }}
                value={place.diff === '' ? undefined : place.diff}
                placeholder={t('place.choose')}
                options={Object.values(protocol.diffInfos)
                  .filter(({ netKey }) => netKey !== '')
                  .map(({ name, comment }) => ({ value: name, label: `${comment} ${name}`.trim() }))}
                onChange={(diff: string) => {
                  const isTable = (diffInfoOf(protocol, diff)?.key ?? '') !== ''
                  onChange({
                    ...rest,
                    diff,
                    path: [],
                    ...(isTable ? { key: place.key ?? '' } : {}),
                  } as unknown as P)
                }}
              />
            )}
            <FaultText path={`${path}.diff`} />
          </>
        )}
      </Labelled>
      {hasRows ? (
        <Labelled label={info === null ? t('place.row') : `${t('place.row')} ${info.key}`}>
          {(id) => (
            <FormulaInput
              id={id}
              label={t('place.row')}
              path={`${path}.key`}
              value={place.key ?? ''}
              onChange={(key) => onChange({ ...place, key })}
            />
          )}
        </Labelled>
      ) : null}
      {protocol !== null && info === null ? null : (
        <Labelled label={t('place.field')} isWide={protocol === null || place.path.length > 1}>
          {() =>
            protocol === null ? (
              <TypedPath place={place} onChange={(next) => onChange({ ...place, path: next })} />
            ) : (
              <Path place={place} path={path} onChange={(next) => onChange({ ...place, path: next })} />
            )
          }
        </Labelled>
      )}
      <FaultText path={`${path}.path`} isDeep={protocol === null} />
    </>
  )
}
