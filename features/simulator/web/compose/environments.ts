import { z } from '@qd/contract-kit'
import { whenSessionEnds } from '@qd/web-calls'
import { keptNow, useKept } from '@qd/web-frame'
import { useMemo } from 'react'
import { create } from 'zustand'
import { isSecretField } from '../../contract/index.ts'
import { patchConnection, useConnections } from '../connections/connection-store.ts'
import type { Connection } from '../connections/connection-store.ts'
import type { Variables } from './variables.ts'

const KEY = 'simulator.environments'
/** The one chosen last: what a page without a connection and a new connection begin with; empty: none. */
const LAST_KEY = 'simulator.environment'
/** The account keeps 64 KiB under one key. */
const MOST_CHARS = 20_000
export const MOST_ENVIRONMENTS = 20

const environment = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: the name looks like a secret, and its value is kept by this session only. */
  values: z.record(z.string(), z.nullable(z.string())),
})
const kept = z.object({ list: z.array(environment) })
export type VariableEnvironment = z.output<typeof environment>
type Kept = z.output<typeof kept>

const NONE: Kept = { list: [] }

function listOf(stored: unknown): readonly VariableEnvironment[] {
  const read = kept.safeParse(stored)
  return read.success ? read.data.list : NONE.list
}

/** Values that end with the session, by environment. */
interface SecretValues {
  of: Readonly<Record<string, Variables>>
}

export const useSecretValues = create<SecretValues>()(() => ({ of: {} }))

whenSessionEnds(() => useSecretValues.setState({ of: {} }))

function setSecret(id: string, name: string, value: string): void {
  useSecretValues.setState(({ of }) => ({ of: { ...of, [id]: { ...of[id], [name]: value } } }))
}

/** Values that are there now. */
function valuesOf(chosen: VariableEnvironment | null, secrets: Variables | undefined): Variables {
  const known = Object.entries(chosen?.values ?? {}).map(([name, value]) => [name, value ?? secrets?.[name]])
  return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as Variables
}

/** A connection that never chose stays with what it has when another one chooses. */
function pinOthers(key: string | undefined, last: string): void {
  for (const each of useConnections.getState().list) {
    if (each.key !== key && each.environment === null) patchConnection(each.key, { environment: last })
  }
}

export interface Environments {
  list: readonly VariableEnvironment[]
  chosen: VariableEnvironment | null
  /** Of the one chosen. */
  values: Variables
  /** Whether a name may be given: none has it yet. */
  isFree: (name: string) => boolean
  /** Empty: none. */
  choose: (id: string) => void
  add: (name: string) => void
  rename: (id: string, name: string) => void
  remove: (id: string) => void
  /** Whether there was room. */
  set: (id: string, name: string, value: string) => boolean
  drop: (id: string, name: string) => void
}

/** Named sets of variables that follow the user; each connection has one of them chosen, the page without one too. */
export function useEnvironments(connection: Connection | null): Environments {
  const [stored, keep] = useKept<unknown>(KEY, NONE)
  const secrets = useSecretValues(({ of }) => of)
  const [storedLast, keepLast] = useKept<unknown>(LAST_KEY, '')
  const last = typeof storedLast === 'string' ? storedLast : ''
  const list = useMemo(() => listOf(stored), [stored])
  const wanted = connection?.environment ?? last
  const chosen = list.find(({ id }) => id === wanted) ?? null
  const values = useMemo(
    () => valuesOf(chosen, chosen === null ? undefined : secrets[chosen.id]),
    [chosen, secrets],
  )
  const choose = (id: string): void => {
    pinOthers(connection?.key, last)
    if (connection !== null) patchConnection(connection.key, { environment: id })
    keepLast(id)
  }
  // Another window may have changed the list since this one read it.
  const listNow = () => listOf(keptNow(KEY))
  const change = (id: string, by: (before: VariableEnvironment) => VariableEnvironment): boolean => {
    const next = { list: listNow().map((each) => (each.id === id ? by(each) : each)) }
    if (JSON.stringify(next).length > MOST_CHARS) return false
    keep(next)
    return true
  }
  return {
    list,
    chosen,
    values,
    isFree: (name) => !list.some((each) => each.name === name),
    choose,
    add: (name) => {
      const fresh = { id: crypto.randomUUID(), name, values: {} }
      keep({ list: [...listNow(), fresh] })
      choose(fresh.id)
    },
    rename: (id, name) => change(id, (before) => ({ ...before, name })),
    remove: (id) => {
      keep({ list: listNow().filter((each) => each.id !== id) })
      if (last === id) keepLast('')
    },
    set: (id, name, value) => {
      const isSecret = isSecretField(name)
      if (isSecret) setSecret(id, name, value)
      return change(id, (before) => ({
        ...before,
        values: { ...before.values, [name]: isSecret ? null : value },
      }))
    },
    drop: (id, name) =>
      change(id, (before) => ({
        ...before,
        values: Object.fromEntries(Object.entries(before.values).filter(([other]) => other !== name)),
      })),
  }
}
