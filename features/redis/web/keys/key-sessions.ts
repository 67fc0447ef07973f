import { whenSessionEnds } from '@qd/web-calls'
import { useStore } from 'zustand'
import { useWorkspace, whenChanged } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { KeySession } from './key-session.ts'
import type { KeySessionState } from './key-state.ts'
import { usualParams, usualSort } from './load-settings.ts'

const sessions = new Map<string, KeySession>()

/** The keys of an open database: read from the first look at it until it is closed. */
export function sessionOf(database: OpenDatabase): KeySession {
  const known = sessions.get(database.id)
  if (known !== undefined) return known
  const session = new KeySession(database, usualParams(database.connection), usualSort())
  sessions.set(database.id, session)
  return session
}

function endAll(isGone: (id: string) => boolean): void {
  for (const [id, session] of sessions) {
    if (!isGone(id)) continue
    session.end()
    sessions.delete(id)
  }
}

useWorkspace.subscribe(({ databases }) => {
  const open = new Set(databases.map(({ id }) => id))
  endAll((id) => !open.has(id))
})
whenSessionEnds(() => endAll(() => true))
whenChanged((change) => void sessions.get(change.databaseId)?.follow(change))

/** Reads all open databases again, and what is known of their keys. */
export function readAllAgain(): void {
  for (const session of sessions.values()) {
    session.facts.clear()
    void session.scan()
  }
}

/** A part of what a session knows; the component is drawn again when it changes. */
export function useKeys<T>(session: KeySession, pick: (state: KeySessionState) => T): T {
  return useStore(session.store, pick)
}
