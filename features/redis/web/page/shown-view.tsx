import type { ReactNode } from 'react'
import { useActiveDatabase, useWorkspace } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { REDIS_VIEWS } from './redis-views.ts'

/** What is in view of the database other than its keys; null for those. */
export function useShownView(): ReactNode {
  const database: OpenDatabase | null = useActiveDatabase()
  const view = useWorkspace((workspace) => workspace.view)
  const Draw = REDIS_VIEWS.find(({ key }) => key === view)?.Draw ?? null
  return database === null || Draw === null ? null : <Draw key={database.id} database={database} />
}
