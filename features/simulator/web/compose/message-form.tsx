import type { FieldType } from '@qd/proto-wire'
import { IconButton } from '@qd/web-controls'
import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import styles from './compose.module.css'
import type { JsonObject } from './draft.ts'
import { NO_IDS, idOfEntry, withAdded, withRenamed } from './entry-ids.ts'
import type { EntryIds } from './entry-ids.ts'
import { FieldBox, hintOf } from './field-box.tsx'
import { newElement, newKey, withField } from './field-values.ts'
import { pathIn, useFormAround } from './form-context.ts'
import type { FieldProps, MessageFormProps } from './form-context.ts'
import { KeyBox } from './key-box.tsx'
import { OneOf } from './one-of.tsx'

/** More elements are drawn when somebody asks for them. */
const SHOWN_ELEMENTS = 30

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** A group that can be opened; what is closed does not exist. */
function Group(props: {
  field: FieldType
  title: ReactNode
  count?: number
  path: string
  isOpenAtFirst: boolean
  actions?: ReactNode
  children: () => ReactNode
}): ReactNode {
  const { field, path } = props
  const { faultPath, onHint } = useFormAround()
  const [isOpen, setOpen] = useState(props.isOpenAtFirst)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const isFaultInside = faultPath !== null && (faultPath === path || faultPath.startsWith(`${path}.`))
  return (
    <div className={styles.group} role="group" aria-label={field.name}>
      <div className={styles.groupHead} data-wrong={isFaultInside}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          title={field.comment || undefined}
          onFocus={() => onHint(hintOf(field))}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={13} aria-hidden />
          {props.title}
          {props.count === undefined ? null : <span className={styles.count}>{props.count}</span>}
        </button>
        {props.actions}
      </div>
      {isOpen ? <div className={styles.inside}>{props.children()}</div> : null}
    </div>
  )
}

/** One value of a field, which may be a message of its own. */
function One(props: FieldProps & { label: string; onRemove?: () => void }): ReactNode {
  const t = useSimulatorTexts()
  const { field, value, path, label, onRemove } = props
  const remove =
    onRemove === undefined ? null : (
      <IconButton isSmall label={t('page.form.remove', { name: label })} onClick={onRemove}>
        <X size={13} aria-hidden />
      </IconButton>
    )
  if (field.message === null) {
    return <FieldBox {...props} name={label} label={label} end={remove} />
  }
  return (
    <Group field={field} title={label} path={path} isOpenAtFirst actions={remove}>
      {() => (
        <MessageForm type={field.message!} value={asObject(value)} path={path} onChange={props.onChange} />
      )}
    </Group>
  )
}

/** A message inside: added when it is wanted, because absent and empty are not the same. */
function Nested(props: FieldProps): ReactNode {
  const t = useSimulatorTexts()
  const { field, value, onChange } = props
  if (value === undefined || value === null) {
    return (
      <button
        type="button"
        className={styles.add}
        title={field.comment || undefined}
        onClick={() => onChange({})}
      >
        <Plus size={13} aria-hidden />
        {t('page.form.add', { name: field.name })}
        <span className={styles.count}>{field.type.split('.').at(-1)}</span>
      </button>
    )
  }
  return <One {...props} label={field.name} onRemove={() => onChange(undefined)} />
}

function List({ field, value, path, onChange }: FieldProps): ReactNode {
  const t = useSimulatorTexts()
  const { schema, onTyped } = useFormAround()
  const [shown, setShown] = useState(SHOWN_ELEMENTS)
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const change = (next: readonly unknown[]): void => onChange(next.length === 0 ? undefined : next)
  const add = (
    <IconButton
      isSmall
      label={t('page.form.add', { name: field.name })}
      onClick={() => change([...list, newElement(schema, field)])}
    >
      <Plus size={14} aria-hidden />
    </IconButton>
  )
  return (
    <Group
      key={list.length === 0 ? 'none' : 'some'}
      field={field}
      title={field.name}
      count={list.length}
      path={path}
      isOpenAtFirst={list.length > 0}
      actions={add}
    >
      {() => (
        <>
          {list.slice(0, shown).map((each, at) => (
            <One
              key={at}
              field={field}
              value={each}
              path={pathIn(path, at)}
              label={`[${at}]`}
              onChange={(next) => change(list.map((old, index) => (index === at ? (next ?? '') : old)))}
              onRemove={() => {
                onTyped(pathIn(path, at), null)
                change(list.filter((_, index) => index !== at))
              }}
            />
          ))}
          {list.length <= shown ? null : (
            <button type="button" className={styles.add} onClick={() => setShown(shown + SHOWN_ELEMENTS)}>
              {t('page.form.more', { count: list.length - shown })}
            </button>
          )}
        </>
      )}
    </Group>
  )
}

function Entries({ field, value, path, onChange }: FieldProps): ReactNode {
  const t = useSimulatorTexts()
  const { schema } = useFormAround()
  const entries = Object.entries(asObject(value))
  const inner = field.entry?.byName.get('value') ?? field
  const change = (next: readonly (readonly [string, unknown])[]): void =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next))
  const [ids, setIds] = useState<EntryIds>(NO_IDS)
  const keys = entries.map(([key]) => key)
  const add = (): void => {
    const key = newKey(field, keys)
    setIds((old) => withAdded(old, key))
    change([...entries, [key, newElement(schema, inner)]])
  }
  const rename = (at: number, next: string): void => {
    setIds((old) => withRenamed(old, keys[at] ?? '', next))
    change(entries.map((old, index) => (index === at ? [next, old[1]] : old)))
  }
  return (
    <Group
      key={entries.length === 0 ? 'none' : 'some'}
      field={field}
      title={field.name}
      count={entries.length}
      path={path}
      isOpenAtFirst={entries.length > 0}
      actions={
        <IconButton isSmall label={t('page.form.add', { name: field.name })} onClick={add}>
          <Plus size={14} aria-hidden />
        </IconButton>
      }
    >
      {() =>
        entries.slice(0, SHOWN_ELEMENTS * 4).map(([key, each], at) => (
          <div key={idOfEntry(ids, key)} className={styles.entry}>
            <KeyBox
              field={field}
              path={pathIn(path, key)}
              value={key}
              taken={keys}
              onChange={(next) => rename(at, next)}
            />
            <One
              field={inner}
              value={each}
              path={pathIn(path, key)}
              label={key === '' ? '–' : key}
              onChange={(next) =>
                change(entries.map((old, index) => (index === at ? [key, next ?? ''] : old)))
              }
              onRemove={() => change(entries.filter((_, index) => index !== at))}
            />
          </div>
        ))
      }
    </Group>
  )
}

/** A field of any kind. */
function Field(props: FieldProps): ReactNode {
  const { field } = props
  if (field.kind === 'map') return <Entries {...props} />
  if (field.label === 'repeated') return <List {...props} />
  if (field.message !== null) return <Nested {...props} />
  return <FieldBox {...props} name={field.name} label={field.name} />
}

/** The fields of a message in the order of the definition; of a oneof only the chosen member. */
export function MessageForm({ type, value, path, onChange }: MessageFormProps): ReactNode {
  const t = useSimulatorTexts()
  const shown = new Set<string>()
  if (type.fields.length === 0) return <p className={styles.nothing}>{t('page.form.noFields')}</p>
  return type.fields.map((field) => {
    const { oneof } = field
    if (oneof !== null && type.oneofs.has(oneof)) {
      if (shown.has(oneof)) return null
      shown.add(oneof)
      return (
        <OneOf key={`oneof ${oneof}`} name={oneof} type={type} value={value} path={path} onChange={onChange}>
          {(chosen) => <Field {...chosen} />}
        </OneOf>
      )
    }
    return (
      <Field
        key={field.name}
        field={field}
        value={value[field.name]}
        path={pathIn(path, field.name)}
        onChange={(next) => onChange(withField(value, field.name, next))}
      />
    )
  })
}
