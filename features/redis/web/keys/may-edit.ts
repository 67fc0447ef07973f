import type { OpenDatabase } from '../workspace/workspace.ts'

/** Why keys cannot be changed here; null: they can. */
export function mayEdit({ connection }: OpenDatabase): 'readOnly' | 'noRight' | null {
  if (connection.readOnly) return 'readOnly'
  return connection.mayEdit ? null : 'noRight'
}

/** Which ways of copying are open: those that only read here are open on a read-only connection, too. */
export function copyKinds(database: OpenDatabase): readonly ('duplicate' | 'copy' | 'move')[] {
  const barred = mayEdit(database)
  if (barred === 'noRight' || !database.connection.mayEdit) return []
  return barred === null ? ['duplicate', 'copy', 'move'] : ['copy']
}
