/** Test door of the kit; filled by the app composition. */
export type { ServedRoute } from '../src/index.ts'
