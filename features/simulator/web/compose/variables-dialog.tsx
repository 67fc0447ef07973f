import { useKitText } from '@qd/web-base'
import { IconButton, SegmentedControl } from '@qd/web-controls'
import { DialogActions, EmptyState, openDialog, toast } from '@qd/web-frame'
import { Button, Form, Input } from 'antd'
import type { InputRef } from 'antd'
import { Braces, Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useConnections } from '../connections/connection-store.ts'
import type { Connection } from '../connections/connection-store.ts'
import { simulatorText, useSimulatorTexts } from '../texts.ts'
import { EnvironmentBar } from './environment-bar.tsx'
import { useEnvironments } from './environments.ts'
import { builtIn, dropVariable, setVariable, useVariableStore } from './variable-store.ts'
import styles from './variables-dialog.module.css'

const NAME = /^[A-Za-z_][\w.-]{0,59}$/
type Keeper = 'environment' | 'page'

function NewVariable(props: {
  first: { name: string; value: string; keeper: Keeper }
  /** Name of the environment that is chosen; null for none. */
  environment: string | null
  /** Whether there was room. */
  onAdd: (keeper: Keeper, name: string, value: string) => boolean
}): ReactNode {
  const t = useSimulatorTexts()
  const { first, environment, onAdd } = props
  const [name, setName] = useState(first.name)
  const [value, setValue] = useState(first.value)
  const [keeper, setKeeper] = useState(first.keeper)
  const nameBox = useRef<InputRef>(null)
  const isWrong = name !== '' && !NAME.test(name)
  const add = (): void => {
    if (!NAME.test(name) || !onAdd(environment === null ? 'page' : keeper, name, value)) return
    setName('')
    setValue('')
    nameBox.current?.focus()
  }
  return (
    <Form className={styles.add} onFinish={add}>
      <Input
        ref={nameBox}
        data-first-focus
        aria-label={t('page.variables.name')}
        placeholder={t('page.variables.name')}
        status={isWrong ? 'error' : ''}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Input
        aria-label={t('page.variables.value')}
        placeholder={t('page.variables.value')}
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      <Button htmlType="submit" icon={<Plus size={14} aria-hidden />} disabled={!NAME.test(name)}>
        {t('page.variables.add')}
      </Button>
      {environment === null ? null : (
        <div className={styles.keeper}>
          <span aria-hidden>{t('environments.keepIn')}</span>
          <SegmentedControl<Keeper>
            label={t('environments.keepIn')}
            value={keeper}
            segments={[
              { value: 'environment', label: environment },
              { value: 'page', label: t('environments.page') },
            ]}
            onChange={setKeeper}
          />
        </div>
      )}
    </Form>
  )
}

/** Variables from one place, one below the other. */
function Variables(props: {
  title: string
  /** Null: the value went with an earlier session. */
  values: Readonly<Record<string, string | null>>
  /** Names whose values come from a place that goes first. */
  hidden: ReadonlySet<string>
  onSet?: (name: string, value: string) => void
  onDrop?: (name: string) => void
}): ReactNode {
  const t = useSimulatorTexts()
  const id = useId()
  const { title, values, hidden, onSet, onDrop } = props
  const names = Object.keys(values).toSorted()
  if (names.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.place}>
        {title}
      </h3>
      <ul className={styles.list}>
        {names.map((name) => (
          <li key={name}>
            <code
              data-hidden={hidden.has(name)}
              title={hidden.has(name) ? t('environments.hidden') : undefined}
            >
              {`{{${name}}}`}
              {hidden.has(name) ? <small>{t('environments.hidden')}</small> : null}
            </code>
            {onSet === undefined ? (
              <span className={styles.given}>{values[name]}</span>
            ) : (
              <Input
                size="small"
                aria-label={t('page.variables.valueOf', { name })}
                value={values[name] ?? ''}
                {...(values[name] === null
                  ? { status: 'warning' as const, placeholder: t('environments.gone') }
                  : {})}
                onChange={({ target }) => onSet(name, target.value)}
              />
            )}
            {onDrop === undefined ? (
              <span />
            ) : (
              <IconButton isSmall label={t('page.variables.drop', { name })} onClick={() => onDrop(name)}>
                <X size={13} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const NOTHING: Readonly<Record<string, string | null>> = {}

function VariableForm(props: {
  connectionKey: string | null
  first: { name: string; value: string; keeper: Keeper }
  onClose: () => void
}): ReactNode {
  const t = useSimulatorTexts()
  const kit = useKitText()
  const connection = useConnections(({ list }) => list.find(({ key }) => key === props.connectionKey) ?? null)
  const own = useVariableStore((state) => state.own)
  const environments = useEnvironments(connection)
  const { chosen, values } = environments
  const given = builtIn(connection)
  const set = (name: string, value: string): boolean => {
    const isKept = chosen !== null && environments.set(chosen.id, name, value)
    if (!isKept) toast.error(simulatorText('environments.full'))
    return isKept
  }
  const add = (keeper: Keeper, name: string, value: string): boolean => {
    if (keeper === 'environment') return set(name, value)
    setVariable(name, value)
    return true
  }
  const ofEnvironment = Object.fromEntries(
    Object.keys(chosen?.values ?? NOTHING).map((name) => [name, values[name] ?? null]),
  )
  const isEmpty = [ofEnvironment, own, given].every((each) => Object.keys(each).length === 0)
  return (
    <>
      <p className={styles.hint}>{t('page.variables.hint', { open: '{{', close: '}}' })}</p>
      <EnvironmentBar environments={environments} />
      <NewVariable first={props.first} environment={chosen?.name ?? null} onAdd={add} />
      {isEmpty ? <EmptyState icon={<Braces />} title={t('page.variables.none')} /> : null}
      <div className={styles.places}>
        <Variables
          title={chosen?.name ?? ''}
          values={ofEnvironment}
          hidden={new Set()}
          onSet={set}
          onDrop={(name) => chosen !== null && environments.drop(chosen.id, name)}
        />
        <Variables
          title={t('environments.page')}
          values={own}
          hidden={new Set(Object.keys(values))}
          onSet={setVariable}
          onDrop={dropVariable}
        />
        <Variables
          title={t('environments.connection')}
          values={given}
          hidden={new Set([...Object.keys(values), ...Object.keys(own)])}
        />
      </div>
      <p className={styles.hint}>{t('environments.orderHint')}</p>
      <DialogActions>
        <Button onClick={props.onClose}>{kit('close')}</Button>
      </DialogActions>
    </>
  )
}

/** The name a value is likely to be wanted under: the last name of its path. */
function nameOfPath(path: string): string {
  const last = path.split('.').findLast((step) => NAME.test(step))
  return last ?? ''
}

/** Variables and their environments; with a value, the dialog is about to keep it on the page. */
export function openVariables(connection: Connection | null, taken?: { path: string; value: string }): void {
  const first =
    taken === undefined
      ? { name: '', value: '', keeper: 'environment' as const }
      : { name: nameOfPath(taken.path), value: taken.value, keeper: 'page' as const }
  openDialog(
    ({ close }) => <VariableForm connectionKey={connection?.key ?? null} first={first} onClose={close} />,
    { title: simulatorText('page.variables.title'), width: 520 },
  )
}
