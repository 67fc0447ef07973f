import { whenSessionEnds } from '@qd/web-calls'
import { create } from 'zustand'
import { useMemo } from 'react'
import type { Connection } from '../connections/connection-store.ts'
import { useEnvironments } from './environments.ts'
import type { Variables } from './variables.ts'

/** Variables of this page: taken from replies, or typed. */
interface VariableStore {
  own: Variables
}

export const useVariableStore = create<VariableStore>()(() => ({ own: {} }))

whenSessionEnds(() => useVariableStore.setState({ own: {} }))

export function setVariable(name: string, value: string): void {
  useVariableStore.setState(({ own }) => ({ own: { ...own, [name]: value } }))
}

export function dropVariable(name: string): void {
  useVariableStore.setState(({ own }) => ({
    own: Object.fromEntries(Object.entries(own).filter(([other]) => other !== name)),
  }))
}

/** What a connection is known by, under the names people expect. */
export function builtIn(connection: Connection | null): Variables {
  const view = connection?.view
  if (!view) return {}
  const known: [string, string][] = [['deviceId', view.deviceId]]
  if (view.target.kind === 'server') known.push(['sId', String(view.target.sId)])
  if (view.uId !== '') known.push(['uId', view.uId])
  return Object.fromEntries(known)
}

/** All variables there are now: a value of the environment goes first, then one of the page, then what is built in. */
export function useVariables(connection: Connection | null): Variables {
  const own = useVariableStore((state) => state.own)
  const { values: environment } = useEnvironments(connection)
  return useMemo(() => ({ ...builtIn(connection), ...own, ...environment }), [connection, environment, own])
}
