import type { Change } from '@qd/protocol-model'

/** A change as calls carry it: path segments as text. */
export type WireChange = Omit<Change, 'path'> & { path: string[] }

/** The changes as the server takes them. */
export function wireChanges(changes: readonly Change[]): WireChange[] {
  return changes.map((change) => ({ ...change, path: change.path.map(String) }))
}
