/** What TypeScript scripts take from the plain JavaScript that runs before Node 24 is there. */
export const NODE_FLAGS: readonly string[]
export const NODE_SETTINGS: Readonly<Record<string, string>>
/** Whether npm has put everything of the folder's lockfile in place. */
export function hasWholeInstall(folder: string): boolean
