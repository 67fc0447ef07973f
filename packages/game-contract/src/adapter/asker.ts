import type { Language } from '@qd/i18n'

/**
 * For whom a server is asked; the room for calls to it is shared by this. A person is told by the user's id, whatever
 * session or API token they use. shared: one call for all who wait for its answer. background: nobody waits. Who reads
 * what the server says reads it in `language`; without one the server answers in its own.
 */
export type Asker =
  | { kind: 'person'; id: string; language?: Language }
  | { kind: 'shared'; language?: undefined }
  | { kind: 'background'; language?: Language }

export const BACKGROUND: Asker = { kind: 'background' }
export const SHARED: Asker = { kind: 'shared' }
