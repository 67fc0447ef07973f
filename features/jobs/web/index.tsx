import type { WebFeature } from '@qd/web-kit'
import './texts.ts'

/** What the console shows of this feature. */
export const webFeature: WebFeature = { name: 'jobs', pages: [] }
