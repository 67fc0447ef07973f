/**
 * For whom a server is asked; the room for calls to it is shared by this. A person is told by the user's id, whatever
 * session or API token they use. shared: one call for all who wait for its answer. background: nobody waits.
 */
export type Asker = { kind: 'person'; id: string } | { kind: 'shared' } | { kind: 'background' }

export const BACKGROUND: Asker = { kind: 'background' }
export const SHARED: Asker = { kind: 'shared' }
