import { elementKeyOf } from '@qd/protocol-model'
import type { Change, DataNode, Field } from '@qd/protocol-model'
import { keyValue, newRow, newValue, nextElement } from '@qd/web-controls/fields'
import { Button } from 'antd'
import { Eraser, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Place } from '@qd/player-diff'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useWholeElements } from '../state/use-whole-rows.ts'
import { draftActions } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import { AddElement } from './add-element.tsx'
import { GroupHead } from './group-head.tsx'
import { WrongGroup } from './wrong-group.tsx'
import { ownWrongType } from '../model/wrong-type.ts'
import { wrongText } from '../values/wrong-text.ts'
import { ListElement } from './list-element.tsx'
import type { Element } from './list-element.tsx'
import { ListElements } from './list-elements.tsx'
import { partOf } from './object-parts.ts'
import type { ObjectFormProps } from './object-parts.ts'
import styles from './form.module.css'
import { useOpen } from './use-open.ts'

type ListNode = Extract<DataNode, { kind: 'list' }>

/** Elements that stand open at first (S9.06). */
const OPEN_ELEMENTS = 3

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

function elementsOf({ node, value, base, isNew }: ListFormProps): Element[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  const before: unknown[] = Array.isArray(base) ? base : []
  const key = elementKeyOf(node)
  const olds = new Map(
    before.map((each, index) => [key === '' ? String(index) : String(partOf(each, key)), each]),
  )
  return list.map((element, index) => {
    const address = key === '' ? String(index) : String(partOf(element, key))
    const old = olds.get(address)
    return { address, value: element, base: old, isNew: isNew || old === undefined }
  })
}

/** What can be done to a list; each is one step of undo. */
function useListEdits({ node, place }: ListFormProps, elements: readonly Element[]) {
  const { player } = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const info = node.item.kind === 'object' && node.item.info.key !== '' ? node.item.info : null
  const list = elements.map(({ value }) => value)
  const at = (address: string): Place => ({ ...place, path: [...place.path, address] })
  const edit = (changes: readonly Change[]): void => draftActions.edit(player, changes)
  return {
    suggested: nextElement(node, list),
    add: (address: string): void => {
      const value = info ? newRow(protocol, info, address) : newValue(protocol, node.item)
      edit([{ ...at(address), op: 'add', value }])
    },
    remove: ({ address, value }: Element): void => edit([{ ...at(address), op: 'remove', old: value }]),
    copy: ({ address, value }: Element): void => {
      const next = info ? nextElement(node, list) : String(Number(address) + 1)
      const copy: unknown = structuredClone(value)
      const keyed = info ? { ...(copy as object), [info.key]: keyValue(info, next) } : copy
      edit([{ ...at(next), op: 'add', value: keyed }])
    },
    move: ({ address, value }: Element, step: 1 | -1): void => {
      const to = String(Number(address) + step)
      edit([
        { ...at(address), op: 'remove', old: value },
        { ...at(to), op: 'add', value },
      ])
    },
    clear: (): void => edit([{ ...place, op: 'set', value: [], old: list }]),
  }
}

/** A list inside a form: its elements can be added, copied, moved and taken out. */
export function ListForm(props: ListFormProps): ReactNode {
  const { field, node, place } = props
  const t = useEditTexts()
  const canWhole = useWholeElements(node, place)
  const elements = useMemo(() => elementsOf(props), [props])
  const edits = useListEdits(props, elements)
  const [isOpen, toggle] = useOpen(place)
  const marked = useSessionPart(({ focus }) =>
    focus?.diff === place.diff && focus.key === place.key ? String(focus.path[place.path.length] ?? '') : '',
  )
  const [added, setAdded] = useState<string | null>(null)
  const onFocused = useCallback(() => setAdded(null), [])
  const isKeyed = elementKeyOf(node) !== ''
  const wrong = wrongText(t, ownWrongType(node, props.value))
  if (wrong !== null) return <WrongGroup field={field} wrong={wrong} />
  return (
    <fieldset className={styles.group}>
      <GroupHead field={field} count={elements.length} isOpen={isOpen} onToggle={toggle} />
      {isOpen && field.comment !== '' ? <p className={styles.comment}>{field.comment}</p> : null}
      {isOpen && elements.length === 0 ? <p className={styles.none}>{t('form.emptyList')}</p> : null}
      {isOpen ? (
        <ListElements
          count={elements.length}
          keyOf={(index) => elements[index]!.address}
          marked={elements.findIndex(({ address }) => address === (added ?? marked))}
          render={(index) => {
            const element = elements[index]!
            return (
              <ListElement
                element={element}
                field={field}
                node={node}
                place={place}
                isShort={elements.length <= OPEN_ELEMENTS}
                isInNew={props.isNew}
                isAdded={element.address === added}
                onFocused={onFocused}
                isFirst={index === 0}
                isLast={index === elements.length - 1}
                onRemove={() => edits.remove(element)}
                onCopy={() => edits.copy(element)}
                onMove={isKeyed ? undefined : (step) => edits.move(element, step)}
                renderObject={props.renderObject}
              />
            )
          }}
        />
      ) : null}
      {isOpen && canWhole ? (
        <div className={styles.listActions}>
          <AddElement
            node={node}
            taken={elements.map(({ address }) => address)}
            suggested={edits.suggested}
            icon={<Plus size={13} aria-hidden />}
            onAdd={(address) => {
              edits.add(address)
              setAdded(address)
            }}
          />
          {elements.length === 0 ? null : (
            <Button size="small" icon={<Eraser size={13} aria-hidden />} onClick={edits.clear}>
              {t('form.clearList')}
            </Button>
          )}
        </div>
      ) : null}
    </fieldset>
  )
}
