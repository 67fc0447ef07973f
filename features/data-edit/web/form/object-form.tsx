import { diffInfoOf, fieldNode } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import type { ReactNode } from 'react'
import { isNested } from '../table/is-nested.ts'
import { useSessionPart } from '../state/editor-context.ts'
import { FieldRow } from './field-row.tsx'
import { GroupHead } from './group-head.tsx'
import { ListForm } from './list-form.tsx'
import { partOf } from './object-parts.ts'
import type { ObjectFormProps } from './object-parts.ts'
import styles from './form.module.css'
import { useOpen } from './use-open.ts'
import { ownWrongType } from '../model/wrong-type.ts'
import { useEditTexts } from '../texts.ts'
import { wrongText } from '../values/wrong-text.ts'
import { WrongGroup } from './wrong-group.tsx'

function NestedField({ field, ...props }: Omit<ObjectFormProps, 'info'> & { field: Field }): ReactNode {
  const protocol = useSessionPart((session) => session.draft.protocol)
  const node = fieldNode(protocol, field)
  if (node?.kind === 'list') {
    return <ListForm field={field} node={node} renderObject={renderObject} {...props} />
  }
  const info = diffInfoOf(protocol, field.type)
  return info ? <NestedObject field={field} {...props} info={info} /> : null
}

function NestedObject({ field, ...props }: ObjectFormProps & { field: Field }): ReactNode {
  const t = useEditTexts()
  const [isOpen, toggle] = useOpen(props.place)
  const wrong = wrongText(t, ownWrongType({ kind: 'object', info: props.info }, props.value))
  if (wrong !== null) return <WrongGroup field={field} wrong={wrong} />
  return (
    <fieldset className={styles.group}>
      <GroupHead field={field} isOpen={isOpen} onToggle={toggle} />
      {isOpen && field.comment !== '' ? <p className={styles.comment}>{field.comment}</p> : null}
      {isOpen ? <ObjectForm {...props} /> : null}
    </fieldset>
  )
}

/** Handed down to lists, whose elements are objects again. */
const renderObject = (props: ObjectFormProps): ReactNode => <ObjectForm {...props} />

/** All fields of an object: scalars in columns, then lists and objects inside it. */
export function ObjectForm({ info, place, value, base, isNew }: ObjectFormProps): ReactNode {
  const scalars = info.fields.filter((field) => !isNested(field))
  const nested = info.fields.filter(isNested)
  const partProps = (field: Field) => ({
    place: { ...place, path: [...place.path, field.fieldName] },
    value: partOf(value, field.fieldName),
    base: partOf(base, field.fieldName),
    isNew,
  })
  const isInTable = place.key !== undefined || place.path.length > 0
  return (
    <>
      <div className={styles.fields}>
        {scalars.map((field) => (
          <FieldRow
            key={field.fieldName}
            field={field}
            isFixed={isInTable && field.fieldName === info.key}
            {...partProps(field)}
          />
        ))}
      </div>
      {nested.map((field) => (
        <NestedField key={field.fieldName} field={field} {...partProps(field)} />
      ))}
    </>
  )
}
