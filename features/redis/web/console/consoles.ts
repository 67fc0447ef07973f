import { whenSessionEnds } from '@qd/web-calls'
import { create, useStore } from 'zustand'
import { showDock } from '../workspace/dock.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { ConsoleSession } from './console-session.ts'
import type { ConsoleStore } from './console-session.ts'

interface Consoles {
  readonly list: readonly ConsoleSession[]
  readonly active: string | null
}

/** Consoles of the page: they outlive going to another page, and end with their connection. */
export const useConsoles = create<Consoles>()(() => ({ list: [], active: null }))

let last = 0

export function openConsole(database: OpenDatabase): void {
  last += 1
  const session = new ConsoleSession(`console-${last}`, database)
  useConsoles.setState(({ list }) => ({ list: [...list, session], active: session.id }))
  showDock('console')
}

/** Shows the consoles; the first one opens by itself. */
export function showConsoles(): void {
  const { databases, active } = useWorkspace.getState()
  const database = databases.find(({ id }) => id === active)
  if (useConsoles.getState().list.length === 0 && database !== undefined) openConsole(database)
  else showDock('console')
}

function endAll(isGone: (session: ConsoleSession) => boolean): void {
  const gone = useConsoles.getState().list.filter(isGone)
  if (gone.length === 0) return
  for (const session of gone) session.end()
  useConsoles.setState(({ list, active }) => {
    const rest = list.filter((each) => !gone.includes(each))
    const isThere = rest.some(({ id }) => id === active)
    return { list: rest, active: isThere ? active : (rest.at(-1)?.id ?? null) }
  })
}

export function closeConsole(id: string): void {
  endAll((session) => session.id === id)
}

useWorkspace.subscribe(({ databases }) => {
  const open = new Set(databases.map(({ connection }) => connection.id))
  endAll(({ database }) => !open.has(database.connection.id))
})
whenSessionEnds(() => endAll(() => true))

/** A part of what a console knows; the component is drawn again when it changes. */
export function useConsole<T>(session: ConsoleSession, pick: (store: ConsoleStore) => T): T {
  return useStore(session.store, pick)
}
