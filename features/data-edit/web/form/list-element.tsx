import type { DataNode, Field } from '@qd/protocol-model'
import { IconButton } from '@qd/web-controls'
import { ArrowDown, ArrowUp, ChevronRight, Copy, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Place } from '@qd/player-diff'
import { useWholeElements } from '../state/use-whole-rows.ts'
import { useEditTexts } from '../texts.ts'
import { useValueContext } from '../values/use-value-context.ts'
import { valueText } from '../values/value-text.ts'
import { FieldRow } from './field-row.tsx'
import type { ObjectFormProps } from './object-parts.ts'
import styles from './form.module.css'
import { useOpen } from './use-open.ts'

export interface Element {
  /** Key of the element, else its index. */
  address: string
  value: unknown
  base: unknown
  isNew: boolean
}

export interface ListElementProps {
  element: Element
  field: Field
  node: Extract<DataNode, { kind: 'list' }>
  place: Place
  /** The list is short: its elements stand open. */
  isShort: boolean
  /** The whole list is new: no element stands out. */
  isInNew: boolean
  onRemove: () => void
  onCopy: () => void
  /** Absent where the order says nothing. */
  onMove?: (step: 1 | -1) => void
  /** It has just been put in by hand: what is typed next is meant for it. */
  isAdded: boolean
  onFocused: () => void
  isFirst: boolean
  isLast: boolean
  renderObject(props: ObjectFormProps): ReactNode
}

function ObjectElement(props: ListElementProps): ReactNode {
  const { element, node } = props
  const context = useValueContext()
  const place = { ...props.place, path: [...props.place.path, element.address] }
  const [isOpen, toggle] = useOpen(place, props.isShort)
  if (node.item.kind !== 'object') return null
  return (
    <>
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight size={13} aria-hidden />
        <code>{element.address}</code>
        {isOpen ? null : (
          <span className={styles.summary}>{valueText(null, element.value, context, node.item.info)}</span>
        )}
      </button>
      {isOpen
        ? props.renderObject({
            info: node.item.info,
            place,
            value: element.value,
            base: element.base,
            isNew: element.isNew,
          })
        : null}
    </>
  )
}

function ScalarElement({ element, field, node, place }: ListElementProps): ReactNode {
  if (node.item.kind !== 'scalar') return null
  const itemField = { ...field, type: node.item.type, name: element.address, fieldName: '' }
  return (
    <FieldRow
      field={itemField}
      isFixed={false}
      place={{ ...place, path: [...place.path, element.address] }}
      value={element.value}
      base={element.base}
      isNew={element.isNew}
    />
  )
}

function Actions({ element, onMove, ...props }: ListElementProps): ReactNode {
  const t = useEditTexts()
  const key = element.address
  return (
    <span className={styles.elementActions}>
      {onMove === undefined ? null : (
        <>
          <IconButton
            isSmall
            label={t('form.moveUp', { key })}
            disabled={props.isFirst}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={13} aria-hidden />
          </IconButton>
          <IconButton
            isSmall
            label={t('form.moveDown', { key })}
            disabled={props.isLast}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={13} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton isSmall label={t('form.copyElement', { key })} onClick={props.onCopy}>
        <Copy size={13} aria-hidden />
      </IconButton>
      <IconButton isSmall label={t('form.removeElement', { key })} onClick={props.onRemove}>
        <X size={13} aria-hidden />
      </IconButton>
    </span>
  )
}

/** One element of a list with what can be done to it; an object in it opens on demand. */
export function ListElement(props: ListElementProps): ReactNode {
  const canWhole = useWholeElements(props.node, props.place)
  const { element, node, isAdded, onFocused } = props
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isAdded) return
    body.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
    onFocused()
  }, [isAdded, onFocused])
  return (
    <div className={styles.element} data-new={element.isNew && !props.isInNew}>
      <div className={styles.elementBody} ref={body}>
        {node.item.kind === 'object' ? <ObjectElement {...props} /> : <ScalarElement {...props} />}
      </div>
      {canWhole ? <Actions {...props} /> : null}
    </div>
  )
}
