import { elementKeyOf, fieldNode, textBelow } from '@qd/protocol-model'
import type { DataNode, DiffInfo, Field, ProtocolDefinition } from '@qd/protocol-model'
import { Button } from 'antd'
import { ArrowDown, ArrowUp, Copy, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../parts/buttons/icon-button.tsx'
import { FieldInput } from './field-input.tsx'
import { newRow, newValue, nextElement } from './new-value.ts'
import { useFieldTexts } from './texts.ts'
import styles from './value-input.module.css'

/** What is wrong inside a value, by its place as `pathText` (`rewards.0.count`). */
export type FaultAt = (place: string) => string | null

interface PartProps {
  protocol: ProtocolDefinition
  value: unknown
  onChange: (value: unknown) => void
  /** Place of this part as `pathText`, for its faults. */
  place: string
  faultAt?: FaultAt
  isReadOnly?: boolean
}

type ListNode = Extract<DataNode, { kind: 'list' }>

function partOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isObject ? (value as Record<string, unknown>)[name] : undefined
}

/** Keys that stand at more than one element. */
function doubleKeys(node: ListNode, list: readonly unknown[]): ReadonlySet<string> {
  const key = elementKeyOf(node)
  if (key === '') return new Set()
  const keys = list.map((element) => String(partOf(element, key)))
  return new Set(keys.filter((each, at) => keys.indexOf(each) !== at))
}

function ListInput({ node, ...props }: PartProps & { node: ListNode }): ReactNode {
  const t = useFieldTexts()
  const { protocol, onChange, place } = props
  const list: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  const doubles = doubleKeys(node, list)
  const key = elementKeyOf(node)
  const keyed = (): unknown =>
    key !== '' && node.item.kind === 'object'
      ? newRow(protocol, node.item.info, nextElement(node, list))
      : newValue(protocol, node.item)
  const swap = (from: number, to: number): void =>
    onChange(list.map((each, at) => (at === from ? list[to] : at === to ? list[from] : each)))
  const copyOf = (element: unknown): unknown =>
    key !== '' && node.item.kind === 'object'
      ? { ...(element as object), [key]: (keyed() as Record<string, unknown>)[key] }
      : structuredClone(element)
  return (
    <div className={styles.list}>
      {list.map((element, at) => (
        // Elements have no name but their place.
        // eslint-disable-next-line react/no-array-index-key
        <div
          key={at}
          className={styles.element}
          role="group"
          aria-label={t('list.element', { index: at + 1 })}
        >
          <div className={styles.body}>
            <NodeInput
              {...props}
              node={node.item}
              label={t('list.element', { index: at + 1 })}
              place={textBelow(place, at)}
              value={element}
              onChange={(next) => onChange(list.map((each, index) => (index === at ? next : each)))}
            />
            {doubles.has(String(partOf(element, key))) ? (
              <p className={styles.fault} role="alert">
                {t('list.double', { key: String(partOf(element, key)) })}
              </p>
            ) : null}
          </div>
          {props.isReadOnly === true ? null : (
            <span className={styles.actions}>
              <IconButton isSmall label={t('list.up')} disabled={at === 0} onClick={() => swap(at, at - 1)}>
                <ArrowUp size={13} aria-hidden />
              </IconButton>
              <IconButton
                isSmall
                label={t('list.down')}
                disabled={at === list.length - 1}
                onClick={() => swap(at, at + 1)}
              >
                <ArrowDown size={13} aria-hidden />
              </IconButton>
              <IconButton
                isSmall
                label={t('list.copy')}
                onClick={() => onChange([...list.slice(0, at + 1), copyOf(element), ...list.slice(at + 1)])}
              >
                <Copy size={13} aria-hidden />
              </IconButton>
              <IconButton
                isSmall
                label={t('list.remove')}
                onClick={() => onChange(list.filter((_each, index) => index !== at))}
              >
                <X size={13} aria-hidden />
              </IconButton>
            </span>
          )}
        </div>
      ))}
      {props.isReadOnly === true ? null : (
        <Button
          size="small"
          icon={<Plus size={13} aria-hidden />}
          onClick={() => onChange([...list, keyed()])}
        >
          {t('list.add')}
        </Button>
      )}
    </div>
  )
}

function ObjectInput({ info, ...props }: PartProps & { info: DiffInfo }): ReactNode {
  const { protocol, value, onChange, place } = props
  const set = (field: Field, next: unknown): void =>
    onChange({ ...(typeof value === 'object' ? value : {}), [field.fieldName]: next })
  return (
    <div className={styles.object}>
      {info.fields.map((field) => {
        const node = fieldNode(protocol, field)
        if (!node) return null
        const isInside = node.kind !== 'scalar'
        return (
          <div key={field.fieldName} className={styles.field} data-inside={isInside}>
            <span className={styles.label} title={field.comment || undefined}>
              {field.name} <code className={styles.proto}>{field.fieldName}</code>
            </span>
            <NodeInput
              {...props}
              node={node}
              label={`${field.name} ${field.fieldName}`}
              place={textBelow(place, field.fieldName)}
              value={partOf(value, field.fieldName)}
              onChange={(next) => set(field, next)}
            />
          </div>
        )
      })}
    </div>
  )
}

function NodeInput({ node, label, ...props }: PartProps & { node: DataNode; label: string }): ReactNode {
  if (node.kind === 'list') return <ListInput node={node} {...props} />
  if (node.kind !== 'scalar') return <ObjectInput info={node.info} {...props} />
  const fault = props.faultAt?.(props.place) ?? null
  return (
    <span className={styles.scalar}>
      <FieldInput
        field={{ ...node.field, type: node.type }}
        value={props.value}
        label={label}
        fault={fault}
        isReadOnly={props.isReadOnly}
        onCommit={props.onChange}
      />
      {fault === null ? null : (
        <span className={styles.fault} role="alert">
          {fault}
        </span>
      )}
    </span>
  )
}

export interface ValueInputProps extends Omit<PartProps, 'place'> {
  node: DataNode
  label: string
  place?: string
}

/** Edits any value a definition describes: a single one, an object, a list, and what stands inside them. */
export function ValueInput({ place = '', ...props }: ValueInputProps): ReactNode {
  return <NodeInput {...props} place={place} />
}
