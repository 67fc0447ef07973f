import { elementKeyOf } from '@qd/protocol-model'
import type { DataNode, Field } from '@qd/protocol-model'
import { IconButton } from '@qd/web-kit'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { newRow, newValue, nextElement } from '@qd/web-kit/fields'
import type { Place } from '../model/place.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import { AddElement } from './add-element.tsx'
import { FieldRow } from './field-row.tsx'
import { partOf } from './object-parts.ts'
import type { ObjectFormProps } from './object-parts.ts'
import styles from './form.module.css'

type ListNode = Extract<DataNode, { kind: 'list' }>

export interface ListFormProps {
  field: Field
  node: ListNode
  place: Place
  value: unknown
  base: unknown
  isNew: boolean
  /** Forms of objects hold lists, which hold objects: the outer one says how. */
  renderObject(props: ObjectFormProps): ReactNode
}

interface Element {
  /** Key of the element, else its index. */
  address: string
  value: unknown
  base: unknown
  isNew: boolean
}

function elementsOf({ node, value, base, isNew }: ListFormProps): Element[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  const before: unknown[] = Array.isArray(base) ? base : []
  const key = elementKeyOf(node)
  return list.map((element, index) => {
    const address = key === '' ? String(index) : String(partOf(element, key))
    const old = key === '' ? before[index] : before.find((each) => String(partOf(each, key)) === address)
    return { address, value: element, base: old, isNew: isNew || old === undefined }
  })
}

function ElementForm({ element, ...props }: ListFormProps & { element: Element }): ReactNode {
  const { node, field, place } = props
  const at = { ...place, path: [...place.path, element.address] }
  const parts = { place: at, value: element.value, base: element.base, isNew: element.isNew }
  if (node.item.kind === 'object') return props.renderObject({ info: node.item.info, ...parts })
  const itemField = { ...field, type: node.item.type, name: `${Number(element.address) + 1}`, fieldName: '' }
  return <FieldRow field={itemField} isFixed={false} {...parts} />
}

/** A list inside a form: its elements, each of which can be taken out, and a way to add one. */
export function ListForm(props: ListFormProps): ReactNode {
  const { field, node, place } = props
  const t = useEditTexts()
  const { uId, canEdit } = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const elements = elementsOf(props)
  const list: unknown[] = Array.isArray(props.value) ? props.value : []
  const add = (address: string): void => {
    const isKeyed = node.item.kind === 'object' && node.item.info.key !== ''
    const value =
      isKeyed && node.item.kind === 'object'
        ? newRow(protocol, node.item.info, address)
        : newValue(protocol, node.item)
    draftActions.edit(uId, [{ ...place, path: [...place.path, address], op: 'add', value }])
  }
  const remove = (element: Element): void =>
    draftActions.edit(uId, [
      { ...place, path: [...place.path, element.address], op: 'remove', old: element.value },
    ])
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        {field.name} <code className={styles.proto}>{field.fieldName}</code>
        <span className={styles.count}>{elements.length}</span>
      </legend>
      {elements.length === 0 ? <p className={styles.none}>{t('form.emptyList')}</p> : null}
      {elements.map((element) => (
        <div key={element.address} className={styles.element} data-new={element.isNew && !props.isNew}>
          <div className={styles.elementBody}>
            <ElementForm {...props} element={element} />
          </div>
          {canEdit ? (
            <IconButton
              isSmall
              label={t('form.removeElement', { key: element.address })}
              onClick={() => remove(element)}
            >
              <X size={13} aria-hidden />
            </IconButton>
          ) : null}
        </div>
      ))}
      {canEdit ? (
        <AddElement
          node={node}
          taken={elements.map(({ address }) => address)}
          suggested={nextElement(node, list)}
          icon={<Plus size={13} aria-hidden />}
          onAdd={add}
        />
      ) : null}
    </fieldset>
  )
}
